package main

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// fallback is the value of an attribute that is not configured.
type fallback struct{ attr.Value }

func (f fallback) text() defaults.String {
	if value, ok := f.Value.(types.String); ok {
		return stringdefault.StaticString(value.ValueString())
	}
	return nil
}

func (f fallback) number() defaults.Number {
	if value, ok := f.Value.(types.Number); ok {
		return numberdefault.StaticBigFloat(value.ValueBigFloat())
	}
	return nil
}

func (f fallback) truth() defaults.Bool {
	if value, ok := f.Value.(types.Bool); ok {
		return booldefault.StaticBool(value.ValueBool())
	}
	return nil
}

func (f fallback) list() defaults.List {
	if value, ok := f.Value.(types.List); ok {
		return listdefault.StaticValue(value)
	}
	return nil
}

func (f fallback) set() defaults.Set {
	if value, ok := f.Value.(types.Set); ok {
		return setdefault.StaticValue(value)
	}
	return nil
}

func (f fallback) mapping() defaults.Map {
	if value, ok := f.Value.(types.Map); ok {
		return mapdefault.StaticValue(value)
	}
	return nil
}

func (f fallback) object() defaults.Object {
	if value, ok := f.Value.(types.Object); ok {
		return objectdefault.StaticValue(value)
	}
	return nil
}

func (f fallback) dynamic() defaults.Dynamic {
	if value, ok := f.Value.(types.Dynamic); ok {
		return dynamicdefault.StaticValue(value)
	}
	return nil
}
