//! States from Terraform before 0.12. The expected results are those of `terraform state pull` 1.11
//! for the same file.

use schema_runtime::codec::document::Document as Json;

use super::super::State;

const OLD: &str = r#"{
 "version": 3,
 "terraform_version": "0.11.14",
 "serial": 3,
 "lineage": "5d2f9f2c-64b4-0b8a-9d3c-8f4f6b3b5d11",
 "modules": [
  {
   "path": [
    "root"
   ],
   "outputs": {
    "kept": {
     "sensitive": false,
     "type": "string",
     "value": "a"
    },
    "l": {
     "sensitive": true,
     "type": "list",
     "value": [
      "a",
      "b"
     ]
    },
    "m": {
     "sensitive": false,
     "type": "map",
     "value": {
      "a": "1",
      "b": "2"
     }
    },
    "e": {
     "sensitive": false,
     "type": "list",
     "value": []
    },
    "em": {
     "sensitive": false,
     "type": "map",
     "value": {}
    },
    "mix": {
     "sensitive": false,
     "type": "map",
     "value": {
      "a": "1",
      "b": [
       "2"
      ]
     }
    }
   },
   "resources": {
    "shelf_book.a.0": {
     "type": "shelf_book",
     "depends_on": [
      "data.shelf_room.x"
     ],
     "primary": {
      "id": "i0",
      "attributes": {
       "title": "dune"
      },
      "meta": {
       "schema_version": 1
      },
      "tainted": false
     },
     "deposed": [],
     "provider": "provider.shelf.west"
    },
    "shelf_book.a.1": {
     "type": "shelf_book",
     "depends_on": [],
     "primary": {
      "id": "i1",
      "attributes": {
       "id": "i1",
       "title": "dune"
      },
      "meta": {
       "schema_version": "2",
       "from": "Z28=",
       "t": {
        "create": 1200000000000
       }
      },
      "tainted": true
     },
     "deposed": [
      {
       "id": "old",
       "attributes": {
        "id": "old"
       },
       "meta": {},
       "tainted": false
      }
     ],
     "provider": "provider.shelf.west"
    },
    "shelf_lone.b": {
     "type": "shelf_lone",
     "primary": {
      "id": "b",
      "attributes": {
       "id": ""
      },
      "meta": {
       "schema_version": "x"
      }
     },
     "provider": ""
    },
    "data.shelf_room.x": {
     "type": "shelf_room",
     "primary": {
      "id": "x",
      "attributes": {
       "id": "x"
      },
      "meta": {},
      "tainted": false
     },
     "deposed": [],
     "provider": "shelf.old"
    }
   },
   "depends_on": []
  },
  {
   "path": [
    "root",
    "m",
    "n"
   ],
   "outputs": {
    "no": {
     "value": "x",
     "type": "string",
     "sensitive": false
    }
   },
   "resources": {
    "shelf_book.c": {
     "type": "shelf_book",
     "primary": {
      "id": "c",
      "attributes": {
       "id": "c"
      }
     },
     "provider": "module.m.provider.shelf"
    }
   }
  }
 ]
}"#;

const NEW: &str = r#"{
 "version": 4,
 "terraform_version": "0.11.14",
 "serial": 3,
 "lineage": "5d2f9f2c-64b4-0b8a-9d3c-8f4f6b3b5d11",
 "outputs": {
  "e": {
   "value": [],
   "type": [
    "tuple",
    []
   ],
   "sensitive": false
  },
  "em": {
   "value": {},
   "type": [
    "object",
    {}
   ],
   "sensitive": false
  },
  "kept": {
   "value": "a",
   "type": "string",
   "sensitive": false
  },
  "l": {
   "value": [
    "a",
    "b"
   ],
   "type": [
    "list",
    "string"
   ],
   "sensitive": true
  },
  "m": {
   "value": {
    "a": "1",
    "b": "2"
   },
   "type": [
    "map",
    "string"
   ],
   "sensitive": false
  },
  "mix": {
   "value": {
    "a": "1",
    "b": [
     "2"
    ]
   },
   "type": [
    "object",
    {
     "a": "string",
     "b": [
      "tuple",
      [
       "string"
      ]
     ]
    }
   ],
   "sensitive": false
  }
 },
 "resources": [
  {
   "mode": "managed",
   "type": "shelf_book",
   "name": "a",
   "provider": "provider[\"registry.terraform.io/-/shelf\"].west",
   "instances": [
    {
     "index_key": 0,
     "schema_version": 1,
     "attributes_flat": {
      "id": "i0",
      "title": "dune"
     }
    },
    {
     "index_key": 1,
     "status": "tainted",
     "schema_version": 2,
     "attributes_flat": {
      "id": "i1",
      "title": "dune"
     },
     "private": "eyJmcm9tIjoiWjI4PSIsInQiOnsiY3JlYXRlIjoxMjAwMDAwMDAwMDAwfX0="
    },
    {
     "index_key": 1,
     "deposed": "00000001",
     "schema_version": 0,
     "attributes_flat": {
      "id": "old"
     }
    }
   ]
  },
  {
   "mode": "managed",
   "type": "shelf_lone",
   "name": "b",
   "provider": "provider[\"registry.terraform.io/-/shelf\"]",
   "instances": [
    {
     "schema_version": 0,
     "attributes_flat": {
      "id": "b"
     },
     "private": "eyJzY2hlbWFfdmVyc2lvbiI6IngifQ=="
    }
   ]
  },
  {
   "mode": "data",
   "type": "shelf_room",
   "name": "x",
   "provider": "provider[\"registry.terraform.io/-/shelf\"].old",
   "instances": [
    {
     "schema_version": 0,
     "attributes_flat": {
      "id": "x"
     }
    }
   ]
  },
  {
   "module": "module.m.module.n",
   "mode": "managed",
   "type": "shelf_book",
   "name": "c",
   "provider": "module.m.provider[\"registry.terraform.io/-/shelf\"]",
   "instances": [
    {
     "schema_version": 0,
     "attributes_flat": {
      "id": "c"
     }
    }
   ]
  }
 ]
}"#;

#[test]
fn a_state_of_format_3_is_read_as_terraform_reads_it() {
    let upgraded = State::in_format_4(OLD.as_bytes()).expect("a state");
    assert_eq!(upgraded, Json::read(NEW.as_bytes()).expect("JSON"));
    // Objects in a module, and a file that is not a state.
    let error = State::from_terraform(OLD.as_bytes()).expect_err("there is a module");
    assert!(error.contains("shelf_book.c is in a module"), "{error}");
    let old = Json::read(OLD.as_bytes()).expect("JSON").to_string();
    let root = old.replace("[\"root\",\"m\",\"n\"]", "[\"root\"]");
    let state = State::from_terraform(root.as_bytes()).expect("a state");
    let addresses: Vec<String> = state.resources.keys().map(ToString::to_string).collect();
    assert_eq!(addresses.len(), 5, "{addresses:?}");
    for path in ["[]", "[\"other\"]", "[1]"] {
        let wrong = old.replace("[\"root\"]", path);
        State::in_format_4(wrong.as_bytes()).expect_err("no module has this path");
    }
    for address in ["a", "a.b.c", "a.b.1.2"] {
        let wrong = old.replace("shelf_book.a.1", address);
        State::in_format_4(wrong.as_bytes()).expect_err(address);
    }
}
