terraform import acme_note.greeting greeting
