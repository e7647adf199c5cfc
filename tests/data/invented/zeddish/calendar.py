from incognote.core.calendar import Calendar, Names, row

MONTHS = row("Alba Brum Cirso Dovel Elun Farga Gost Hivar Iska Jolm Kerit Lu-men")
WEEKDAYS = row("Onday Duoday Triday Quaday Quinday Sexday Septday")
NAMES = Names(
    months=(MONTHS, tuple(month[:3] for month in MONTHS)),
    weekdays=(WEEKDAYS, tuple(day[:3] for day in WEEKDAYS)),
    seasons=row("frost bloom blaze gale"),
    others={"albaro": ("month", 1, 0)},
    nth=tuple((word,) for word in row("una duna truna quna cuna")),
    nth_endings=(("a",) * 5,),
    last=("ulta",),
)
CALENDAR = Calendar(
    names=(NAMES,),
    day_words=row("ein zwa dri"),
    day_endings=(("ka", *["ke"] * 30),),
    weekday_letters=tuple((letter,) for letter in "ODTQUSP"),
    day_first=False,
    links=row("du ka"),
    joins=("bis",),
    before_year=("du",),
    own="hodie",
    between="an",
    before_date="an|seit",
    feasts={"6-21": ("sunfest",), "~easter-3": ("still days",)},
    before_feast="(?:lo )?",
    as_day=("{day} {month}", "{month} {day}{ending}"),
    as_part=("first {month}", "mid {month}", "last {month}"),
)
