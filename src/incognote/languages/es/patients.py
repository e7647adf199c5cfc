"""What Spanish notes say of a patient in small letters: `sra. mayor, frágil, hipertensa`.

Behind a title these words are no names; none is a surname that is written so in our notes, an
occupation, a relative, a nationality or a civil status.
"""

from __future__ import annotations

import re

_WORDS = """
    adormilado afable afebril agitado agradable agresivo alcoholico alergico amable ambulante
    amnesico amputado ancianito anciano anemico anhedonico ansioso antiagregado anticoagulado
    anurico apatico arreactivo artrosico asintomatico asmatico astenico autonomo añoso
    bacteriemico bipolar bradicardico bradipsiquico broncopata bronquitico caquectico cardiaco
    cardiopata ciego cirrotico claudicante coagulopata cocainomano cojo colaborador colaborativo
    comatoso compensado complejo comunicativo confuso consciente continente corpulento cronico
    debil delgadito delicado delirante demenciado demente dependiente depresivo deprimido
    descompensado desdentado deshidratado desnutrido desorientado despierto diabetico dialisado
    dialitico disartrico discapacitado disfagico disfasico dislipemico dislipidemico disneico
    dormido edentulo educado embarazada encamado encefalopata enfermo enolico epileptico epoc
    esquizofrenico estable estuporoso eupneico exadicto exbebedor exenolico exfumador febril
    fragil fumador gestante gordito gordo gotoso grave hemiparetico hemiplejico hemofilico
    hepatico hepatopata heroinomano hipercolesterolemico hiperglucemico hiperlipemico hipertenso
    hipertiroideo hiperuricemico hipoacusico hipoglucemico hipotenso hipotermico hipotiroideo
    hostil icterico impedido inconsciente incontinente independiente inestable inmovil
    inmovilizado inmunodeprimido inmunosuprimido inquieto insomne institucionalizado intranquilo
    intubado invalido invidente irritable isquemico joven jovencito jovenes letargico
    leucopenico limitado lloroso longevo lucido maleducado malnutrido mareado mayor mayorcito
    mayores menopausica menudito minusvalido movil mudo multipara nefropata nefrotico neoplasico
    nervioso neumopata neuropata neutropenico normotenso nulipara obeso obnubilado oligofrenico
    oligurico oncologico orientado osteoporotico paliativo palido pancitopenico paraplejico
    parkinsoniano plurimedicado pluripatologico polimedicado polimorbido politraumatizado
    portador postmenopausica postrado premenopausica primigesta primipara psicotico psiquiatrico
    puerpera quejoso reactivo reservado retencionista reumatico robusto sarcopenico sedado
    sedentario senil septico seropositivo sintomatico somnoliento sondado sordo sordomudo
    sudoroso taquicardico taquipneico tembloroso terminal tetraparetico tetraplejico torpe
    toxicomano tranquilo traqueotomizado trasplantado triste trombopenico valvulopata
    vasculopata verborreico viejecito viejito viejo vulnerable
"""
_ACCENTED = str.maketrans({"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uú]"})


def _pattern(word: str) -> str:
    """A word with and without accents; of one in -o or -dor both genders and numbers."""
    if word.endswith("o"):
        return word[:-1].translate(_ACCENTED) + "[oa]s?"
    return word.translate(_ACCENTED) + ("(?:e?s|as?)?" if word.endswith("dor") else "")


SAID = f"(?:{'|'.join(_pattern(word) for word in _WORDS.split())})"
"""One such word, as a piece of a pattern."""
_SAID = re.compile(SAID)


def is_said(word: str) -> bool:
    """Returns whether a word in small letters says how a patient is."""
    return _SAID.fullmatch(word) is not None
