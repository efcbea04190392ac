package corpus

import (
	"fmt"
	"testing"
)

// benchSizes are the numbers of Skills of the recorded benchmarks. Those above
// benchShort need some seconds to generate and are left out with -short.
var benchSizes = []int{100, 1000, 10000, 50000}

const benchShort = 1000

// Bench runs a benchmark once for each size. The figures to look at are those per
// Skill, which [Measure] reports: they must stay flat.
func Bench(b *testing.B, run func(b *testing.B, skills int)) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("skills=%d", n), func(b *testing.B) {
			if testing.Short() && n > benchShort {
				b.Skip("large")
			}
			run(b, n)
		})
	}
}

// Measure times work, which is about that many Skills.
func Measure(b *testing.B, skills int, work func()) {
	b.ReportAllocs()
	for b.Loop() {
		work()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(skills), "ns/skill")
}
