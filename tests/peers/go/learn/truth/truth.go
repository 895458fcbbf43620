// Package truth holds what a provider declares, for whoever compares it with what was learned from the running program.
package truth

import (
	"encoding/json"
	"io"
	"sort"
)

// Fact is one thing that a type declares: its kind and content have the form of the findings of `cargo provider`.
type Fact struct {
	At   string `json:"at"`
	Kind string `json:"kind"`
	Of   any    `json:"of,omitempty"`
	// By is "library" for what the SDK's own packages check, and "own" for what the provider checks itself.
	By string `json:"by,omitempty"`
}

// Types has the facts of each type by its name.
type Types map[string][]Fact

// Truth is everything that a program declares.
type Truth struct {
	Resources   Types `json:"resources"`
	DataSources Types `json:"data_sources"`
}

// Write prints it in an order of its own.
func (t Truth) Write(w io.Writer) error {
	for _, types := range []Types{t.Resources, t.DataSources} {
		for _, facts := range types {
			sort.Slice(facts, func(i, j int) bool {
				if facts[i].At != facts[j].At {
					return facts[i].At < facts[j].At
				}
				return facts[i].Kind < facts[j].Kind
			})
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(t)
}

// Rule is a validator in the form of the findings.
func Rule(name string, of any) any {
	if of == nil {
		return map[string]any{"rule": name}
	}
	return map[string]any{"rule": name, "of": of}
}

// Bounds are limits, both included, as they are written; "" is none.
func Bounds(min, max string) any {
	limit := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	return map[string]any{"min": limit(min), "max": limit(max)}
}

// Format is a form of texts.
func Format(name string) any { return Rule("format", name) }

// OneOf is a list of texts.
func OneOf(values ...string) any { return Rule("one_of", values) }

// Not is what another rule refuses.
func Not(inner any) any { return Rule("not", inner) }

// Several are rules under one name.
func Several(name string, rules ...any) any { return Rule(name, rules) }
