package textio

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// pieces encodes a document in pieces, so that the whole of it never stands in
// memory: the members of its outer structs one by one, and the elements of the
// lists in them. A piece is what encoding/json makes of it. Values that decide
// themselves how they are encoded, and structs with rules of encoding/json that
// are not repeated here, are one piece.
type pieces struct {
	out indenter
	buf bytes.Buffer
	enc *json.Encoder // writes to buf
}

// maxPiecesDepth bounds the structs around a piece. What goes round in circles is
// left to encoding/json, which says so.
const maxPiecesDepth = 8

// encode writes v, in pieces where it can.
func (p *pieces) encode(v reflect.Value) error {
	for (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() && !encodesItself(v) {
		v = v.Elem()
	}
	if !v.IsValid() || encodesItself(v) || p.out.depth > maxPiecesDepth {
		return p.piece(v)
	}
	switch v.Kind() {
	case reflect.Struct:
		if members, ok := membersOf(v.Type()); ok {
			return p.object(v, members)
		}
	case reflect.Slice:
		if v.Len() > 0 && v.Type().Elem().Kind() != reflect.Uint8 {
			return p.list(v)
		}
	}
	return p.piece(v)
}

// piece writes v as a whole.
func (p *pieces) piece(v reflect.Value) error {
	var value any
	switch {
	case !v.IsValid():
	case v.CanAddr():
		value = v.Addr().Interface() // as encoding/json would see it
	default:
		value = v.Interface()
	}
	p.buf.Reset()
	if err := p.enc.Encode(value); err != nil {
		return err
	}
	return p.out.write(bytes.TrimSuffix(p.buf.Bytes(), []byte("\n")))
}

func (p *pieces) object(v reflect.Value, members []member) error {
	first := true
	for _, m := range members {
		f := v.Field(m.index)
		if m.omitEmpty && empty(f) {
			continue
		}
		if first {
			p.out.open('{')
			first = false
		} else {
			p.out.next()
		}
		if err := p.piece(reflect.ValueOf(m.name)); err != nil {
			return err
		}
		p.out.out = append(p.out.out, ':', ' ')
		if err := p.encode(f); err != nil {
			return err
		}
	}
	if first {
		p.out.out = append(p.out.out, '{', '}')
		return nil
	}
	p.out.close('}')
	return nil
}

// list writes a list, each element as a piece: there are many, and they are small.
// A single one may be anything.
func (p *pieces) list(v reflect.Value) error {
	element := p.piece
	if v.Len() == 1 {
		element = p.encode
	}
	p.out.open('[')
	for i := range v.Len() {
		if i > 0 {
			p.out.next()
		}
		if err := element(v.Index(i)); err != nil {
			return err
		}
	}
	p.out.close(']')
	return nil
}

// member is a field of a struct that is a member of its JSON object.
type member struct {
	index     int
	name      string
	omitEmpty bool
}

// membersOf returns the members of a struct. It is not ok when they depend on
// more than names and emptiness.
func membersOf(t reflect.Type) (members []member, ok bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous || options != "" && options != "omitempty":
			return nil, false
		case !f.IsExported() || tag == "-":
			continue
		case strings.Trim(name, nameLetters) != "":
			return nil, false // encoding/json may not take it as a name
		case name == "":
			name = f.Name
		}
		members = append(members, member{i, name, options != ""})
	}
	for i, m := range members {
		for _, other := range members[:i] {
			if m.name == other.name {
				return nil, false
			}
		}
	}
	return members, true
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$-"

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// encodesItself reports a value with a method that encodes it.
func encodesItself(v reflect.Value) bool {
	t := v.Type()
	if v.CanAddr() && v.Kind() != reflect.Pointer {
		t = reflect.PointerTo(t)
	}
	return t.Implements(marshaler) || t.Implements(textMarshaler)
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
