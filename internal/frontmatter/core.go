package frontmatter

import "strings"

// resolvePlain types an unquoted scalar by the YAML 1.2 core schema (contract
// 02 section 1.2). The parser's own types mix in YAML 1.1 and are not used.
func resolvePlain(text string) Kind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	case ".nan", ".NaN", ".NAN":
		return Number
	}
	if isNumber(text) {
		return Number
	}
	return String
}

func isNumber(text string) bool {
	if digits, octal := strings.CutPrefix(text, "0o"); octal {
		return all(digits, func(c byte) bool { return c >= '0' && c <= '7' })
	}
	if digits, hex := strings.CutPrefix(text, "0x"); hex {
		return all(digits, func(c byte) bool {
			return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		})
	}
	if text[0] == '+' || text[0] == '-' {
		text = text[1:]
	}
	if text == ".inf" || text == ".Inf" || text == ".INF" {
		return true
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], strings.TrimLeft(text[i+1:], "+-")
		if !all(exponent, isDigit) || len(text)-i-1-len(exponent) > 1 {
			return false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return all(whole+fraction, isDigit)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// all reports whether s is not empty and every byte satisfies ok.
func all(s string, ok func(byte) bool) bool {
	for i := range len(s) {
		if !ok(s[i]) {
			return false
		}
	}
	return s != ""
}
