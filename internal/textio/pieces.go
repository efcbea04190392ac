package textio

import (
	"bytes"
	"encoding"
	"encoding/json"
	"iter"
	"reflect"
	"strconv"
	"strings"
)

// Object is a value that is written as an object of members in an order of its own.
// It encodes itself in the same way.
type Object interface {
	json.Marshaler
	Members() iter.Seq2[string, any]
}

// MarshalObject encodes members as one JSON object, for the methods MarshalJSON of
// types that have an order of their own.
func MarshalObject(members iter.Seq2[string, any]) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	separator := byte('{')
	for name, value := range members {
		b.WriteByte(separator)
		separator = ','
		if err := enc.Encode(name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(value); err != nil {
			return nil, err
		}
	}
	if separator == '{' {
		b.WriteByte(separator)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// pieces encodes a document in pieces, so that the whole of it never stands in
// memory. Structs, lists, texts and whole numbers it writes as encoding/json does;
// every other value is a piece that encoding/json makes.
type pieces struct {
	out   indenter
	buf   bytes.Buffer
	enc   *json.Encoder // writes to buf
	plans map[reflect.Type]*plan
}

// maxPiecesDepth bounds the values around a piece. What goes round in circles is
// left to encoding/json, which says so.
const maxPiecesDepth = 16

// plan is how the values of a type are written.
type plan struct {
	form    form
	element *plan    // of a list or a pointer
	members []member // of a struct
}

type form int

const (
	asPiece form = iota
	asText
	asInt
	asBool
	asList
	asStruct
	asObject
	asPointer
	asInterface
)

// member is a field of a struct that is a member of its JSON object.
type member struct {
	index     int
	name      string // in quotes, with colon and blank
	omitEmpty bool
	plan      *plan
}

// plan returns how the values of a type are written. Types that decide themselves
// how they are encoded, and structs with rules of encoding/json that are not
// repeated here, are pieces.
func (p *pieces) plan(t reflect.Type) *plan {
	if known := p.plans[t]; known != nil {
		return known
	}
	made := &plan{}
	p.plans[t] = made // a type may hold itself
	switch k := t.Kind(); {
	case t.Implements(object) && k == reflect.Slice:
		made.form = asObject
	case encodesItself(t), t == number:
	case k == reflect.String:
		made.form = asText
	case k == reflect.Int:
		made.form = asInt
	case k == reflect.Bool:
		made.form = asBool
	case k == reflect.Interface:
		made.form = asInterface
	case k == reflect.Pointer:
		made.form, made.element = asPointer, p.plan(t.Elem())
	case k == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		made.form, made.element = asList, p.plan(t.Elem())
	case k == reflect.Struct:
		if members, ok := p.members(t); ok {
			made.form, made.members = asStruct, members
		}
	}
	return made
}

// members returns the members of a struct. It is not ok when they depend on more
// than names and emptiness.
func (p *pieces) members(t reflect.Type) (members []member, ok bool) {
	names := map[string]bool{}
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
		if names[name] {
			return nil, false
		}
		names[name] = true
		members = append(members, member{i, `"` + name + `": `, options != "", p.plan(f.Type)})
	}
	return members, true
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$-"

// any writes a value of any type.
func (p *pieces) any(value any) error {
	if value == nil {
		return p.value(nil)
	}
	v := reflect.ValueOf(value)
	return p.encode(v, p.plan(v.Type()))
}

// encode writes v, in pieces where it can.
func (p *pieces) encode(v reflect.Value, by *plan) error {
	form := by.form
	if p.out.depth > maxPiecesDepth {
		form = asPiece
	}
	switch form {
	case asText:
		return p.text(v.String())
	case asInt:
		p.out.out = strconv.AppendInt(p.out.out, v.Int(), 10)
		return nil
	case asBool:
		p.out.out = strconv.AppendBool(p.out.out, v.Bool())
		return nil
	case asStruct:
		return p.structure(v, by.members)
	case asPiece:
		return p.piece(v)
	}
	if v.IsNil() {
		p.out.out = append(p.out.out, "null"...)
		return nil
	}
	switch form {
	case asPointer:
		return p.encode(v.Elem(), by.element)
	case asInterface:
		return p.encode(v.Elem(), p.plan(v.Elem().Type()))
	case asObject:
		return p.object(v.Interface().(Object))
	}
	return p.list(v, by.element)
}

// piece writes v as a whole.
func (p *pieces) piece(v reflect.Value) error {
	value := v.Interface()
	if v.CanAddr() {
		value = v.Addr().Interface() // as encoding/json would see it
	}
	return p.value(value)
}

func (p *pieces) value(v any) error {
	p.buf.Reset()
	if err := p.enc.Encode(v); err != nil {
		return err
	}
	return p.out.write(bytes.TrimSuffix(p.buf.Bytes(), []byte("\n")))
}

// text writes a text. Most need no escape.
func (p *pieces) text(s string) error {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return p.value(s)
		}
	}
	p.out.raw('"')
	p.out.out = append(p.out.out, s...)
	p.out.raw('"')
	return nil
}

func (p *pieces) list(v reflect.Value, element *plan) error {
	n := v.Len()
	for i := range n {
		p.out.begin('[', i == 0)
		if err := p.encode(v.Index(i), element); err != nil {
			return err
		}
	}
	return p.out.end('[', ']', n == 0)
}

func (p *pieces) structure(v reflect.Value, members []member) error {
	empty := true
	for i := range members {
		m := &members[i]
		f := v.Field(m.index)
		if m.omitEmpty && isEmpty(f) {
			continue
		}
		p.out.begin('{', empty)
		empty = false
		p.out.out = append(p.out.out, m.name...)
		if err := p.encode(f, m.plan); err != nil {
			return err
		}
	}
	return p.out.end('{', '}', empty)
}

func (p *pieces) object(o Object) error {
	empty := true
	for name, value := range o.Members() {
		p.out.begin('{', empty)
		empty = false
		if err := p.text(name); err != nil {
			return err
		}
		p.out.out = append(p.out.out, ':', ' ')
		if err := p.any(value); err != nil {
			return err
		}
	}
	return p.out.end('{', '}', empty)
}

var (
	object        = reflect.TypeFor[Object]()
	number        = reflect.TypeFor[json.Number]() // a text that is written as a number
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// encodesItself reports a type with a method that encodes its values, or those of
// them that have an address.
func encodesItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(marshaler) || pointer.Implements(textMarshaler) || t.Implements(marshaler) || t.Implements(textMarshaler)
}

// isEmpty reports what omitempty leaves out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
