"""Words of English that need the name behind them to name anything."""

from incognote.detect.half_names import Saints

SAINTS = Saints(
    saint=r"(?:St|Ste|Sts|ST|STE|Saint|SAINT|Santa|San|Mt|MT|Mount|MOUNT|st|saint|mt|mount)",
    lady=r"(?:Our|OUR) (?:Lady|LADY)(?: (?:of|OF)(?: (?:the|THE))?)?",
    links="of|OF|the|THE",
    # Behind `ST` of an electrocardiogram, and behind a saint whose name the note leaves out.
    no_name=r"(?i)(?:elevat|depress|segment|chang|wave|abnormal|deviat|and$|with$|from$|that$|this$"
    r"|then$|after$|when$|where$|today$|until$|last$)",
)
