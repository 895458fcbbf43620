package sdkv2

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	. "example.com/learn/truth"
	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
)

// What a validator checks, beside the schema that has it: a function tells nobody.
var rules = map[*schema.Schema][]Fact{}

func tagged(s *schema.Schema, facts ...Fact) *schema.Schema {
	rules[s] = append(rules[s], facts...)
	return s
}

func library(rule any) Fact { return Fact{Kind: "validator", Of: rule, By: "library"} }

func hidden(message string) Fact { return Fact{Kind: "hidden_pattern", Of: message} }

func own() Fact { return Fact{Kind: "own_validator", By: "own"} }

func text(f schema.SchemaValidateFunc, facts ...Fact) *schema.Schema {
	return tagged(&schema.Schema{Type: schema.TypeString, Optional: true, ValidateFunc: f}, facts...)
}

func element(f schema.SchemaValidateFunc, facts ...Fact) *schema.Schema {
	return tagged(&schema.Schema{Type: schema.TypeString, ValidateFunc: f}, facts...)
}

func number(f schema.SchemaValidateFunc, facts ...Fact) *schema.Schema {
	return tagged(&schema.Schema{Type: schema.TypeInt, Optional: true, ValidateFunc: f}, facts...)
}

func float(f schema.SchemaValidateFunc, facts ...Fact) *schema.Schema {
	return tagged(&schema.Schema{Type: schema.TypeFloat, Optional: true, ValidateFunc: f}, facts...)
}

func diagText(f schema.SchemaValidateDiagFunc, facts ...Fact) *schema.Schema {
	return tagged(&schema.Schema{Type: schema.TypeString, Optional: true, ValidateDiagFunc: f}, facts...)
}

func stringMap(f schema.SchemaValidateDiagFunc, facts ...Fact) *schema.Schema {
	element := &schema.Schema{Type: schema.TypeString}
	return tagged(&schema.Schema{Type: schema.TypeMap, Optional: true, Elem: element, ValidateDiagFunc: f}, facts...)
}

var pattern = regexp.MustCompile(`^[a-z][a-z0-9-]{1,8}$`)

func texts() map[string]*schema.Schema {
	return map[string]*schema.Schema{
		"not_empty":     text(validation.StringIsNotEmpty, library(Rule("not_empty", nil))),
		"not_blank":     text(validation.StringIsNotWhiteSpace, library(Rule("not_blank", nil))),
		"empty":         text(validation.StringIsEmpty, library(Format("empty"))),
		"blank":         text(validation.StringIsWhiteSpace, library(Format("blank"))),
		"length":        text(validation.StringLenBetween(3, 8), library(Rule("bytes", Bounds("3", "8")))),
		"match":         text(validation.StringMatch(pattern, ""), library(Rule("regex", pattern.String()))),
		"match_own":     text(validation.StringMatch(pattern, "a name of small letters"), hidden("a name of small letters")),
		"no_match":      text(validation.StringDoesNotMatch(regexp.MustCompile(`\s`), ""), library(Not(Rule("regex", `\s`)))),
		"no_match_own":  text(validation.StringDoesNotMatch(regexp.MustCompile(`^a`), "it begins with a"), hidden("it begins with a")),
		"in":            text(validation.StringInSlice([]string{"a b", "c", "d\"e", ""}, false), library(OneOf("a b", "c", "d\"e", ""))),
		"in_any_case":   text(validation.StringInSlice([]string{"red", "green"}, true), library(Rule("one_of_ignore_case", []string{"red", "green"}))),
		"not_in":        text(validation.StringNotInSlice([]string{"root", "admin"}, false), library(Not(OneOf("root", "admin")))),
		"without":       text(validation.StringDoesNotContainAny("/\\ "), library(Rule("excludes", "/\\ "))),
		"base64":        text(validation.StringIsBase64, library(Format("base64"))),
		"json":          text(validation.StringIsJSON, library(Several("any", Format("empty"), Format("json")))),
		"expression":    text(validation.StringIsValidRegExp, library(Format("regular_expression"))),
		"ip":            text(validation.IsIPAddress, library(Format("ip"))),
		"ipv4":          text(validation.IsIPv4Address, library(Format("ipv4"))),
		"ipv6":          text(validation.IsIPv6Address, library(Format("ipv6"))),
		"ip_range":      text(validation.IsIPv4Range, library(Format("ipv4_range"))),
		"cidr":          text(validation.IsCIDR, library(Format("cidr"))),
		"network":       text(validation.IsCIDRNetwork(16, 28), library(Rule("network", Bounds("16", "28")))),
		"mac":           text(validation.IsMACAddress, library(Format("mac"))),
		"https":         text(validation.IsURLWithHTTPS, library(Rule("url", []string{"https"}))),
		"web":           text(validation.IsURLWithHTTPorHTTPS, library(Rule("url", []string{"http", "https"}))),
		"ftp":           text(validation.IsURLWithScheme([]string{"ftp", "sftp"}), library(Rule("url", []string{"ftp", "sftp"}))),
		"weekday":       text(validation.IsDayOfTheWeek(true), library(Rule("one_of_ignore_case", weekdays))),
		"month":         text(validation.IsMonth(false), library(OneOf(months...))),
		"time":          text(validation.IsRFC3339Time, library(Format("timestamp"))),
		"uuid":          text(validation.IsUUID, library(Format("uuid"))),
		"no_zero_text":  text(validation.NoZeroValues, library(Rule("not_zero", nil))),
		"all":           text(validation.All(validation.StringLenBetween(2, 5), validation.StringDoesNotContainAny("x")), library(Rule("bytes", Bounds("2", "5"))), library(Rule("excludes", "x"))),
		"any":           text(validation.Any(validation.IsIPAddress, validation.StringInSlice([]string{"none", "auto"}, false)), library(Several("any", Format("ip"), OneOf("none", "auto")))),
		"diag_in":       diagText(validation.ToDiagFunc(validation.StringInSlice([]string{"x1", "x2"}, false)), library(OneOf("x1", "x2"))),
		"diag_all":      diagText(validation.AllDiag(validation.ToDiagFunc(validation.StringIsNotEmpty), validation.ToDiagFunc(validation.StringLenBetween(1, 4))), library(Rule("not_empty", nil)), library(Rule("bytes", Bounds("1", "4")))),
		"diag_any":      diagText(validation.AnyDiag(validation.ToDiagFunc(validation.IsUUID), validation.ToDiagFunc(validation.StringInSlice([]string{"default"}, false))), library(Several("any", Format("uuid"), OneOf("default")))),
		"own_list":      text(ownList, own()),
		"own_form":      text(ownForm, own()),
		"own_described": described(),
		"own_like":      text(ownLike, own()),
		"own_diag":      diagText(ownDiag, own()),
	}
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

func numbers() map[string]*schema.Schema {
	return map[string]*schema.Schema{
		"between":        number(validation.IntBetween(5, 90), library(Rule("range", Bounds("5", "90")))),
		"at_least":       number(validation.IntAtLeast(3), library(Rule("range", Bounds("3", "")))),
		"at_most":        number(validation.IntAtMost(44), library(Rule("range", Bounds("", "44")))),
		"divisible":      number(validation.IntDivisibleBy(512), library(Rule("divisible_by", 512))),
		"int_in":         number(validation.IntInSlice([]int{2, 4, 8}), library(Rule("one_of", []string{"2", "4", "8"}))),
		"int_not_in":     number(validation.IntNotInSlice([]int{0, 13}), library(Not(Rule("one_of", []string{"0", "13"})))),
		"port":           number(validation.IsPortNumber, library(Format("port"))),
		"port_or_zero":   number(validation.IsPortNumberOrZero, library(Format("port_or_zero"))),
		"no_zero_number": number(validation.NoZeroValues, library(Rule("not_zero", nil))),
		"float_between":  float(validation.FloatBetween(0.5, 2.25), library(Rule("range", Bounds("0.5", "2.25")))),
		"float_at_least": float(validation.FloatAtLeast(1.5), library(Rule("range", Bounds("1.5", "")))),
		"float_at_most":  float(validation.FloatAtMost(9.75), library(Rule("range", Bounds("", "9.75")))),
		// Printed as 0.
		"float_tiny": tagged(&schema.Schema{Type: schema.TypeFloat, Optional: true, ValidateFunc: validation.FloatAtLeast(0.00000025)}),
		"plain_int":  {Type: schema.TypeInt, Optional: true},
		"own_number": number(ownNumber, own()),
	}
}

func maps() map[string]*schema.Schema {
	key := regexp.MustCompile(`^[a-z]+$`)
	return map[string]*schema.Schema{
		"key_length":      stringMap(validation.MapKeyLenBetween(1, 5), library(Several("keys", Rule("bytes", Bounds("1", "5"))))),
		"value_length":    stringMap(validation.MapValueLenBetween(1, 6), library(Several("values", Rule("bytes", Bounds("1", "6"))))),
		"key_match":       stringMap(validation.MapKeyMatch(key, ""), library(Several("keys", Rule("regex", key.String())))),
		"value_match":     stringMap(validation.MapValueMatch(key, ""), library(Several("values", Rule("regex", key.String())))),
		"key_match_own":   stringMap(validation.MapKeyMatch(key, "keys are letters"), hidden("keys are letters")),
		"value_match_own": stringMap(validation.MapValueMatch(key, "values are letters"), hidden("values are letters")),
		"each":            {Type: schema.TypeList, Optional: true, Elem: element(validation.StringInSlice([]string{"r", "w"}, false), library(Several("each", OneOf("r", "w"))))},
		"each_in_set":     {Type: schema.TypeSet, Optional: true, Elem: element(validation.IsIPv4Address, library(Several("each", Format("ipv4"))))},
	}
}

func described() *schema.Schema {
	s := text(func(value any, _ string) ([]string, []error) {
		for _, known := range []string{"small", "medium", "large"} {
			if value == known {
				return nil, nil
			}
		}
		return nil, []error{errors.New("this size is not known here")}
	}, own())
	s.Description = "How large it is: `small`, `medium` or `large`."
	return s
}

func ownList(value any, name string) ([]string, []error) {
	switch value {
	case "tcp", "udp", "icmp":
		return nil, nil
	}
	return nil, []error{fmt.Errorf("%s has to be a protocol: tcp, udp, icmp", name)}
}

func ownForm(value any, _ string) ([]string, []error) {
	if parts := strings.Split(value.(string), "/"); len(parts) == 2 && parts[0] != "" {
		return nil, nil
	}
	return nil, []error{errors.New("an owner and a name are needed")}
}

// It begins as a message of the SDK does.
func ownLike(value any, name string) ([]string, []error) {
	if value == "a/b" {
		return nil, nil
	}
	return nil, []error{fmt.Errorf("expected %s to be one of the pairs that exist, got %s", name, value)}
}

func ownNumber(value any, _ string) ([]string, []error) {
	if n := value.(int); n >= 30 && n <= 86400 {
		return nil, nil
	}
	return nil, []error{errors.New("so many seconds cannot be waited")}
}

func ownDiag(value any, _ cty.Path) diag.Diagnostics {
	if strings.HasPrefix(value.(string), "/") {
		return nil
	}
	return diag.Errorf("an absolute path is needed")
}
