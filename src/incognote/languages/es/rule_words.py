"""Words of the Spanish calendar, as pieces of patterns."""

from __future__ import annotations

from incognote.core.words import listed

MONTHS = (
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|setiembre|octubre|noviembre"
    "|diciembre"
)
YEAR = r"(?:19[2-9]|20[0-4])[0-9]"
NO_ROMAN_DATE = (
    r"(?:grad\w*|estad\w*|tipo|clase|par(?:es)?|nyha|factor(?:es)?|nivel|fase|niv\.?"
    r"|genera\w*|child|gold|angina|derivaci\w*) (?:[a-z]{0,10} )?"
)
"""Before a number and a Roman one: what they count is no day and month."""
PRESSURE = (
    r"\b(?:ta|pa|tensi[oó]n|presi[oó]n)(?: \pL+){0,3}? (?:alta|consulta|egreso|ingreso|llegada):? ?"
)
"""Before two numbers: `PA al alta 13-8` is a blood pressure in centimetres of mercury."""

ONE = "(?:un[oa]?|dos|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve)"
TEEN = "(?:diez|once|doce|trece|catorce|quince|diecis[eé]is|diecisiete|dieciocho|diecinueve)"
TWENTIES = "veinti[a-zéóú]{2,6}"
TENS = "(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)"
TO_99 = f"(?:{TENS}(?: y {ONE})?|{TWENTIES}|veinte|{TEEN}|{ONE})"
"""Numbers in words, from one to ninety-nine, with and without accents."""

NO_INITIALS = listed("""
    aas ac acf acm aco acr act acv ad ada adh adn afp agf ahf ain al alk alt am ama amh ami an ana
    ant ap app ar ars art as asa ast at atb ate atm atp au auc av avc avd avk aw bal bas bav bcg
    bcr bdi be bid bis bmn bnp bp br bts bun bvg ca cac cam cap car cat cc ccc cce ccp ccr ce cea
    cec ced cel cep cf cia cie cip cir cit civ ck ckd cl cm cmi cmp cmv cnv co cod col com con cop
    cp cpk cpn cr crp crs csf csv ct cui cup cv cvc cvf cvp cx da dai dap db dc dci dcp dd de del
    der des di dia dif dis diu div dl dlp dm dmo dna dni dob doc dol dos dp dpi dr dra drs ds dt
    dto due dui dup dv dx ea eag eap eat ecg eco ect ed eda edo eeg ef eg eii ekg el ela elp ema
    emg en enf enl ep epi epo eps era erc es eso est et eta etc ete etg eti etv eu ev eva ex exp fa
    fam fap fas fav fax fbg fc fcf fe fea fem fev fi fib fid fim fin fis fiv fo foi fop fr frc fsh
    ft fum fur fv fvc fx gad gcs gds ge gea gen ggt gi gob got gpt gr grs gu ha hab had has hay hb
    hbp hc hcg hcl hcm hcu hcv hd hda hdb hdl he hea hep her hf hgt hi hiv hla hpb hrt hsa hsv ht
    hta hto htp hv ia iah iam iao ibp ic icc icd icp ict icu id idr ie if ifi ig iga ige igf igg
    igm ihq ii iii il ile ilo im imc in inh inr ins int inv iot ip ips iq ir ira irc irm irs is iss
    it itb itl its itu iu iv ivu iz izq ji kcl kg kpc kt la lab lad las lba lca lcp lcr ldh ldl le
    leg les lid lin lio lit lla lm lo loe los lsd lt ma mac mal mam mao map mas mat max mcp md mdr
    me mec med mer mes mi mia mid mii mil min mir ml mm mmf mmg mna mo mod mr mrc mri mrn ms msd
    msi msp mtx mul muy na nac nad naf nan nas nav ne neg neo net ng ngs nhc ni nic nie nif nis nit
    nm nmo no noc nom nor nos nov nph npi npo npt ns nse nsp nss ntg nuc oa obs obx oc oct od odi
    oh oi oig ojo ok om oms op or ora orl os osa ot otc otr pa pac pad pae paf pai pam pan pap par
    pas pat pc pca pcl pcp pcr pct pd pe pef peg pel pep per pet pfc phq pia pic pie pif pii pio
    pip pl plt pmn po pop por pos ppd ppi ppl pps pr pre prl prn pro prp ps psa psp pt pta ptc pte
    pth ptt pu pvc px qm qrs qt que qx ra rad ram rao ras rca rcp rdw re rec red ref reg rem res
    rge rgo rit rm rmn rn rna rne rnm ro rop rot rpm rpr rr rt rtu run rut ruv rx sa sad sah sal
    sam san sao sat sc sca sdg se sed seg sem ser sg shz si sid sii sin sir sis sme smx sn sna snc
    sng snp so soc sog sol som son sop sos spo sr sra sro srp srs ssn stc su sub suh sus suv sv svc
    ta tab tac tad tag tal tam tap tar tas tb tbc tc tca tce tci td te tea tec tee tel tem ten tep
    tet tfg tga tgo tgp thc ti tia tic tid tis tmp tnm to tof tos tot tpo tra trs ts tsh tsi tt ttm
    tto ttr tu tug tum tv tvp tx txa txr ua uba uc uci ucp udo ui uiv un una uni upp urg us usa usg
    ut uti utl uv uvi va vac vam van vas vat vcm vd ve veb vee ver vez vgm vh vha vhb vhc vhs vi
    via vih vii vit vkh vl vln vni vo vol vp vpc vph vpn vpp vr vrs vs vsg vv vvz vzv xi xii xl xx
    ya yo
""")
"""Two and three letters that in capitals are an abbreviation or a word of a note more often than
the initials of a person."""
