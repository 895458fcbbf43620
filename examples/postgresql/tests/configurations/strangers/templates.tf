# Bodies of functions out of templates and files; passwords out of a sensitive map.

variable "passwords" {
  type      = map(string)
  sensitive = true
  default   = { app = "p'a\"ss\\w%20", ro = "другой" }
}
resource "postgresql_role" "user" {
  for_each = nonsensitive(toset(keys(var.passwords)))
  name     = "{w}_${each.key}"
  login    = true
  password = var.passwords[each.key]
}
resource "postgresql_function" "f" {
  name     = "{w}_f"
  language = "plpgsql"
  returns  = "text"
  body     = templatefile("${path.module}/f.sql.tftpl", { users = [for u in postgresql_role.user : u.name], limit = 10 })
}
resource "postgresql_function" "g" {
  name     = "{w}_g"
  returns  = "trigger"
  body     = file("${path.module}/g.sql")
  security_definer = true
}
-- f.sql.tftpl --
DECLARE
  total integer := 0;
BEGIN
%{ for user in users ~}
  IF current_user = '${user}' THEN
    total := total + ${limit};
  END IF;
%{ endfor ~}
  -- a comment with 'quotes' and "more" and $1
  RETURN format('%s rows', total);
END;
-- g.sql --
AS $trigger$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END;
$trigger$
