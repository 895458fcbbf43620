data "postgresql_sequences" "ids" {
  database      = "shop"
  schemas       = ["sales"]
  regex_pattern = "_id_seq$"
}

output "sequences" {
  value = [for sequence in data.postgresql_sequences.ids.sequences : sequence.object_name]
}
