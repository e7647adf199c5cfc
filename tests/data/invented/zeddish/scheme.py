from incognote.core.labels import TYPES, Label

SCHEME = (*TYPES, Label("KARTO", "ID", True, "number of a card", "004217", "MRN"))
