from incognote.core.labels import TYPES, label_like

SCHEME = (*TYPES, label_like("MRN", "KARTO", "number of a card", "004217"))
