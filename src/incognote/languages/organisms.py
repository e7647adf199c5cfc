"""Germs, fungi, worms and insects by an initial and a species: `A. Fumigatus` is no doctor.

Latin is alike in every language. A species counts with the initials of its genera alone, so that
`M. Niger` stays a name; what a language calls a person before it does so, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from incognote.core.case import fold
from incognote.core.words import any_of, listed
from incognote.detect.rules import Rule, row

_SPECIES: Mapping[str, str] = {
    "Absidia": "corymbifera",
    "Achromobacter": "xylosoxidans denitrificans",
    "Acinetobacter": "baumannii calcoaceticus haemolyticus johnsonii junii lwoffii nosocomialis",
    "Actinomyces": "israelii naeslundii odontolyticus neuii viscosus",
    "Aedes": "aegypti albopictus",
    "Aerococcus": "urinae viridans sanguinicola",
    "Aeromonas": "caviae hydrophila sobria veronii",
    "Aggregatibacter": "actinomycetemcomitans aphrophilus",
    "Alternaria": "alternata",
    "Ancylostoma": "duodenale braziliense",
    "Ascaris": "lumbricoides suum",
    "Aspergillus": "flavus fumigatus nidulans niger terreus versicolor",
    "Babesia": "microti divergens duncani",
    "Bacillus": "anthracis cereus subtilis pumilus megaterium",
    "Bacteroides": "fragilis thetaiotaomicron vulgatus ovatus distasonis",
    "Balantidium": "coli",
    "Bartonella": "henselae quintana bacilliformis",
    "Bilophila": "wadsworthia",
    "Blastocystis": "hominis",
    "Blastomyces": "dermatitidis",
    "Bordetella": "pertussis parapertussis bronchiseptica",
    "Borrelia": "burgdorferi miyamotoi afzelii garinii hermsii recurrentis mayonii",
    "Brucella": "abortus canis melitensis suis",
    "Brugia": "malayi timori",
    "Burkholderia": "cepacia cenocepacia gladioli mallei multivorans pseudomallei",
    "Campylobacter": "coli concisus fetus jejuni lari upsaliensis",
    "Candida": "albicans auris dubliniensis famata glabrata guilliermondii kefyr krusei lusitaniae"
    " parapsilosis tropicalis",
    "Capnocytophaga": "canimorsus ochracea",
    "Cardiobacterium": "hominis",
    "Chlamydia": "trachomatis pneumoniae psittaci",
    "Citrobacter": "freundii koseri braakii amalonaticus diversus",
    "Cladosporium": "herbarum",
    "Clostridium": "botulinum difficile innocuum novyi perfringens ramosum septicum sordellii"
    " sporogenes tertium tetani",
    "Clonorchis": "sinensis",
    "Coccidioides": "immitis posadasii",
    "Corynebacterium": "amycolatum diphtheriae jeikeium striatum ulcerans urealyticum",
    "Coxiella": "burnetii",
    "Cryptococcus": "gattii neoformans",
    "Cryptosporidium": "hominis parvum",
    "Cutibacterium": "acnes granulosum avidum",
    "Cyclospora": "cayetanensis",
    "Dientamoeba": "fragilis",
    "Diphyllobothrium": "latum",
    "Echinococcus": "granulosus multilocularis",
    "Ehrlichia": "chaffeensis ewingii",
    "Eikenella": "corrodens",
    "Elizabethkingia": "anophelis meningoseptica",
    "Entamoeba": "coli dispar histolytica",
    "Enterobacter": "aerogenes asburiae cloacae hormaechei",
    "Enterobius": "vermicularis",
    "Enterococcus": "avium casseliflavus durans faecalis faecium gallinarum raffinosus",
    "Enterocytozoon": "bieneusi",
    "Epidermophyton": "floccosum",
    "Erysipelothrix": "rhusiopathiae",
    "Escherichia": "coli albertii fergusonii",
    "Fasciola": "hepatica gigantica",
    "Francisella": "tularensis",
    "Fusarium": "oxysporum solani",
    "Fusobacterium": "necrophorum nucleatum mortiferum",
    "Gardnerella": "vaginalis",
    "Giardia": "duodenalis intestinalis lamblia",
    "Granulicatella": "adiacens",
    "Haemophilus": "ducreyi haemolyticus influenzae parainfluenzae",
    "Hafnia": "alvei",
    "Helicobacter": "pylori heilmannii",
    "Histoplasma": "capsulatum",
    "Kingella": "kingae denitrificans",
    "Klebsiella": "aerogenes oxytoca ozaenae pneumoniae variicola",
    "Kluyvera": "ascorbata",
    "Lactobacillus": "acidophilus rhamnosus casei",
    "Legionella": "longbeachae micdadei pneumophila",
    "Leishmania": "braziliensis donovani infantum mexicana tropica",
    "Leptospira": "interrogans",
    "Listeria": "monocytogenes",
    "Malassezia": "furfur globosa",
    "Microsporum": "canis gypseum",
    "Moraxella": "catarrhalis lacunata",
    "Morganella": "morganii",
    "Mucor": "circinelloides",
    "Mycobacterium": "abscessus avium bovis chelonae chimaera fortuitum genavense gordonae"
    " haemophilum intracellulare kansasii leprae malmoense marinum mucogenicum scrofulaceum szulgai"
    " tuberculosis ulcerans xenopi",
    "Mycoplasma": "genitalium hominis pneumoniae",
    "Naegleria": "fowleri",
    "Necator": "americanus",
    "Neisseria": "gonorrhoeae meningitidis lactamica sicca",
    "Nocardia": "asteroides brasiliensis cyriacigeorgica farcinica",
    "Onchocerca": "volvulus",
    "Orientia": "tsutsugamushi",
    "Pantoea": "agglomerans",
    "Paracoccidioides": "brasiliensis",
    "Paragonimus": "westermani",
    "Parvimonas": "micra",
    "Pasteurella": "multocida canis",
    "Pediculus": "capitis humanus",
    "Peptostreptococcus": "anaerobius",
    "Plasmodium": "falciparum knowlesi malariae ovale vivax",
    "Pneumocystis": "carinii jirovecii",
    "Porphyromonas": "gingivalis",
    "Prevotella": "bivia melaninogenica intermedia",
    "Propionibacterium": "acnes",
    "Proteus": "mirabilis penneri vulgaris",
    "Providencia": "rettgeri stuartii",
    "Pseudomonas": "aeruginosa fluorescens putida stutzeri",
    "Ralstonia": "pickettii",
    "Rhizopus": "arrhizus oryzae",
    "Rhodococcus": "equi",
    "Rickettsia": "africae conorii parkeri prowazekii rickettsii typhi",
    "Rothia": "mucilaginosa dentocariosa",
    "Saccharomyces": "boulardii cerevisiae",
    "Salmonella": "enterica enteritidis paratyphi typhi typhimurium",
    "Sarcoptes": "scabiei",
    "Scedosporium": "apiospermum prolificans",
    "Schistosoma": "haematobium japonicum mansoni",
    "Serratia": "liquefaciens marcescens",
    "Shewanella": "putrefaciens algae",
    "Shigella": "boydii dysenteriae flexneri sonnei",
    "Sphingomonas": "paucimobilis",
    "Sporothrix": "schenckii",
    "Staphylococcus": "aureus auricularis capitis caprae cohnii epidermidis haemolyticus hominis"
    " intermedius lugdunensis pettenkoferi pseudintermedius saprophyticus schleiferi simulans"
    " warneri xylosus",
    "Stenotrophomonas": "maltophilia",
    "Streptococcus": "agalactiae anginosus bovis constellatus dysgalactiae equi gallolyticus"
    " gordonii infantarius intermedius milleri mitis mutans oralis parasanguinis pneumoniae"
    " pyogenes salivarius sanguinis sanguis suis viridans",
    "Strongyloides": "stercoralis",
    "Taenia": "saginata solium",
    "Talaromyces": "marneffei",
    "Toxocara": "canis cati",
    "Toxoplasma": "gondii",
    "Treponema": "pallidum denticola",
    "Trichinella": "spiralis",
    "Trichomonas": "vaginalis",
    "Trichophyton": "interdigitale mentagrophytes rubrum tonsurans verrucosum violaceum",
    "Trichosporon": "asahii",
    "Trichuris": "trichiura",
    "Tropheryma": "whipplei",
    "Trypanosoma": "brucei cruzi",
    "Trueperella": "pyogenes",
    "Ureaplasma": "parvum urealyticum",
    "Veillonella": "parvula",
    "Vibrio": "alginolyticus cholerae parahaemolyticus vulnificus",
    "Wuchereria": "bancrofti",
    "Yersinia": "enterocolitica pestis pseudotuberculosis",
}
"""From a genus to those of its species that people fall ill of. Hand-written; names as of today
and as notes still say them."""


def _genera() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for genus, species in _SPECIES.items():
        for name in listed(species):
            found[name] |= {genus.casefold(), genus[0].casefold()}
    return {name: frozenset(genera) for name, genera in found.items()}


GENERA = _genera()
"""From a species to its genera and their initials."""


def is_organism(surface: str) -> bool:
    """Returns whether an initial and a word are those of a genus and its species.

    Example:
        >>> is_organism("A. Fumigatus"), is_organism("m niger")
        (True, False)
    """
    initial, _, species = surface.replace(".", " ").partition(" ")
    return fold(initial) in GENERA.get(fold(species.strip()), ())


_WHO = r"\b(?:dr|dra|mr|mrs|ms|miss|nurse|prof|pt|sr|sra|don|do[ñn]a)\b[.:,]? "

ROWS: tuple[Rule, ...] = (
    row(
        "organism-abbreviated",
        rf"\b(?P<phi>\p{{Lu}}(?:\. ?| )(?i:{any_of(sorted(GENERA))}))\b",
        "grew <PLAIN>A. Fumigatus</PLAIN>; treated for <PLAIN>S. MANSONI</PLAIN>",
        "cultivo: <PLAIN>K. Pneumoniae</PLAIN>, <PLAIN>M chelonae</PLAIN>",
        "Dr. A. Niger, seen by M. Niger, L. Fumigatus",
        check=is_organism,
        unless_before=_WHO,
    ),
)
