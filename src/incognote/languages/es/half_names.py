"""Words of Spanish that need the name behind them to name anything."""

from incognote.detect.half_names import Saints

SAINTS = Saints(
    saint=r"(?:San|SAN|Santa|SANTA|Santo|SANTO|Sta|STA|Sto|STO|Sant|SANT)",
    lady=r"(?:Nuestra|NUESTRA|Ntra\.?|NTRA\.?) (?:Señora|SEÑORA|Sra\.?|SRA\.?)"
    r"(?: (?:del?|DEL?)(?: (?:la|LA|las|LAS|los|LOS|el|EL))?)?",
    links="de|DE|del|DEL|la|LA|las|LAS|los|LOS",
    no_name=r"(?i)(?:y$|con$|que$|desde$|hasta$)",
)
