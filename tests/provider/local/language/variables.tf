variable "s" {
  default   = "hunter2"
  sensitive = true
}

variable "secret_map" {
  type      = map(string)
  default   = { k = "hunter2" }
  sensitive = true
}

variable "n" {
  type    = number
  default = "10"
}

variable "any_list" {
  type    = list
  default = [1, "a", true]
}

variable "any_map" {
  type    = map
  default = { a = 1, b = "x" }
}

variable "empty" {
  type    = object({})
  default = { a = 1 }
}

variable "options" {
  type = object({
    a = optional(string, "d")
    b = optional(number)
    c = optional(list(object({ x = optional(bool, true), y = optional(string) })), [{}])
  })
  default = {}
}

variable "options_list" {
  type    = list(object({ a = optional(string, "d"), b = optional(number, "5") }))
  default = [{}, { a = null }, { a = "x", b = 1, c = true }]
}

variable "options_map" {
  type    = map(object({ a = optional(map(object({ z = optional(number, 1) })), { k = {} }) }))
  default = { m = {}, n = { a = { o = { z = 7 } } } }
}

variable "a_tuple" {
  type    = tuple([string, object({ q = optional(bool, false) }), any])
  default = [1, {}, [1]]
}

variable "a_set" {
  type    = set(string)
  default = ["b", "a", "b", 1]
}

variable "anything" {
  type    = any
  default = { a = [1, "b"] }
}

variable "nothing" {
  type    = string
  default = null
}

variable "given" {
  type = object({ name = string, ports = list(number), extra = optional(list(string), ["e"]) })
}

locals {
  objects = [{ name = "a", size = 1 }, { name = "b", size = 2 }]
  ports   = { http = 80, https = 443 }
  text    = "a,b,c"
}

variable "e" {
  default   = "eph"
  ephemeral = true
}

variable "em" {
  default   = { a = "x", b = "y" }
  ephemeral = true
}
