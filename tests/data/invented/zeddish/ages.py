from incognote.replace.ages import Ages

UNITS = {"hour": "hor", "day": "dag", "week": "sedm", "month": "lun"}
AGES = Ages(numbers={"ein": 1, "quadra": 40}, units=UNITS, of="du")
