"""Words of the English calendar and what stands around dates as pieces of patterns; lists."""

from __future__ import annotations

from incognote.core.words import listed

MONTH = (
    r"(?:jan(?:uary)?|febr?(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
DAY = r"(?:3[01]|[12]\d|0?[1-9])"
ORDINAL = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th))?"
YEAR = r"(?:(?:18|19|20)\d\d|['’]\d\d)"
WEEKDAY = (
    r"(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|mon|tues?|weds?|thurs?|thur|fri|sat|sun)s?\.?)"
)
ON = rf"(?:{WEEKDAY},? (?:the )?)?"
"""A weekday in front of a date belongs to its mark."""
TO = r" ?(?:-|–|—|to|thru|through|until|till|→|->|&|and) ?"
DOSE = (
    r"\s*(?:mg|mcg|µg|ug|g|gm|ml|cc|units?|u|iu|meq|mmol|tab(?:let)?s?|cap(?:sule)?s?|cm|mm|l|lpm"
    r"|kg|lbs?|oz"
    r"|hz|bpm|mmhg|h|hrs?|hours?|min|mins|days?|weeks?|wks?|months?|yrs?|years?|fr|ga?)\b|\s*%"
)
"""Behind a number: it is an amount and no date."""

ONE = r"(?:one|two|three|four|five|six|seven|eight|nine)"
TEEN = r"(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
"""Numbers in words, from one to nineteen and in tens."""

LITTLE = listed("an do her md my no so to")
"""Names of people that are words of grammar or a degree: Kiet Do, My Linh, Md Khan."""

LANGUAGES = listed("""
    albanian amharic arabic armenian asl assyrian azerbaijani bambara basque bengali
    bosnian bulgarian burmese cantonese cebuano chaldean chamorro chuukese creole croatian
    czech dari dinka dutch english estonian farsi fijian finnish french fukienese fulani
    gujarati haitian hakha hebrew hindi hmong hungarian igbo ilocano ilokano indonesian italian
    japanese kanjobal kannada kaqchikel karenni khmer kinyarwanda kirundi korean kosraean
    krio kurdish kurmanji lakota lingala lithuanian malay malayalam mam mandarin mandinka
    marathi marshallese mien mixtec mixteco mongolian nahuatl navajo nepali norwegian
    oromo pashto persian pohnpeian polish portuguese pulaar punjabi quechua quiche
    rohingya romanian russian samoan serbian sinhala slovak somali soninke sorani spanish
    swahili swedish tagalog taishanese tamil telugu thai tibetan tigrinya toishanese
    tongan trique turkish twi ukrainian urdu uyghur uzbek vietnamese wolof yiddish yoruba
    zapotec zapoteco zulu
""")
"""Languages that people are interpreted from, but for those that people are called (Karen)."""

OPERATIONS = listed("""
    altemeier bankart bassini beger bentall billroth blalock bristow brostrom
    caldwell-luc chamberlain clagett darrach delorme duhamel eloesser fontan frey
    girdlestone hartmann heller ilizarov jatene kapandji karydakis kasai keller kidner
    konno ladd lapidus latarjet lefort lichtenstein lisfranc maquet mcvay
    milligan-morgan mitrofanoff mohs monti nissen norwood nuss pemberton puestow
    putti-platt ramstedt rastelli ravitch rives-stoppa sauve senning shirodkar shouldice
    sistrunk snodgrass soave studer sugiura swenson syme tenckhoff thal toupet
    trendelenburg weaver-dunn wertheim whipple
""")
"""Operations by whom they are called after, but for names that many bear (Ross, Glenn, Jones)."""

NO_INITIALS = listed("""
    aa aaa abc abd abg abi abn abo abr abt abx ac acc ace acl acr acs act ad ada add adl adm ado
    ads adt aed af afb afo afp age ago aha ahi aid aim air ais aka aki akp alf alk all alp als alt
    am ama amb amh ami aml ams amt an ana anc and any aob aom aox ap apc apd apn apr aps ard are
    arf arm aro arr art as asa asd ask asp asq ast at atc ate atm atn atp ats auc aug av ava avb
    avf avh avm avn avr ax bac bad bal bam bbb bcc bcg bcp bcx bd bdi be bed ben bfr bg bgl bib bid
    big bis bka bky blt bm bmi bmp bmt bnp boa bol bot bp bpd bph bpm bps br bs bsa bsl bsn bso bun
    bup but bx by ca cab cad cag cal cam cap car cas cat cbc cbd cbg cbi cbt cc ccb ccc ccf ccp cct
    ccu cdc cde cdi cdr cea cf cfr cfs cga cgc chb chd chf chi chw cin cit ck ckd cl cll clo cm cma
    cml cmp cmr cms cmv cna cnc cnm cnp cns co cob col cop cp cpb cpk cpl cpm cpn cpo cpp cpr cps
    cpt cr crc crp crt csa csf csm csn cst csw ct cta ctg cth ctm cto ctp ctr cts ctx cv cva cvc
    cvd cvl cvp cvs cx cxr cyp dap dat day db dbp dbs dc dcf dd dds ddx dea dec def dep des dex dfu
    dhs di dic did die dip dis dka dlp dm dme dmi dmv dna dnd dni dnr do doa dob doc dod doe dog
    doi dol don dos dot dow dp dpt dr dre drg dri drs dry dsa dsm dt dti dtr dts due dui dv dva dvt
    dw dwi dx dxa dz eap ear eat ebl ebm ebv ecf ecg ech ect ed edc edd edw eeg ef efw eg ega egd
    ehl eid eis ekg elp em emg emr ems emt end eng ent ep epi epo eps er erp esi esr ess est eta
    etc eto ett eua evd eve ex exp eye fam far fax fb fbc fbg fbs fdg fdp feb fed fee fen fev few
    ff ffp fh fhr fht fhx fib fim fin fit fmp fna fnp fob foh for fp fr fri fs fsh ft ftt fu fun
    fuo fvc fww fx ga gad gas gbm gbs gcs gd gdm gds gdt ged gen ger get gfr ggt gi gib gin git gls
    gmc gms go goc god got gp gpc gr gsw gt gtc gtn gtt gu gum gun gut gxt gyn ha had har has hav
    hb hbv hca hcc hcg hcn hcp hcq hcr hct hcv hd hdl hdu he heb hep her hf hfp hgb hha hhs hi hib
    him hip his hit hiv hl hla hld hlh hmo ho hob hoh hot how hpc hpi hpv hr hrn hrs hrt hs hse hsm
    hsp hst hsv ht htn hus hx hz ia ibd ibs ibw ic ica icd ice icg ich icp ics icu id ida idc idd
    ie if iga ige igg igm ih ihc ihd ihs ii iib iii ij ild ill ilo im imc ime imi imm imp in inc
    inh ink inr ins int io iol iop ip ipf ipi ipv iq ir is isc isp iss it itp its iu iud iuo ius iv
    ivc ivf ivh ivp ix jam jan jaw jia job jp jra jul jun jvd jvp kg kid kin kit kps kub la laa lab
    lac lad lap lar las lbp lbs lbw ldh ldl le led lee leg les let lf lft lib lic lie lil lip lis
    lkw lle lll llq lma lmp ln lns lo loa loc log loh los lot low lp lpc lpn lpo lr lsw lt ltc lue
    luq lv lvh lvi lvn lvo lvp ma mac mad mah maj man mao map mar mas mat maw max may mca mch mci
    mcl mcp mcr mcv md mdd mdi mdm mdr mds mdt me med men met mfm mg mgf mgm mh mha mi mia mic mid
    mil min mis ml mls mm mmc mmf mmi mmr mno mo mod moh mom mos mph mpv mr mra mrc mrd mrg mri mrn
    mrs ms msa mse msg msh msk mss msw mtp mtx mv mva mvc mvp mvr mwf mx my na nab nac nad nam nas
    nat nb nbm nbs nc ncs nd neb nec ned neg nes net new ng ngs ngt nhi nhs nic nif nil niv nk nka
    nl nmc nms nnp no nod nof nok nol non nor nos not nov now np nph npi npo npv nr nrb nrs ns nsg
    nsr nst nsw nt ntg nu nub nv nwb nx oa oab oae ob obs obx ocd ocp oct od odi of ofc off og ogd
    oh oi ok old on onc one oob ooh oom op opd opg oph or ord ors ort os osa oss ot otc oth oti otr
    ou oud our out ov own ox pa pac pad pah pal pan pap par pas pat pca pci pcl pcn pcp pcr pcs pct
    pcv pd pda pds pe pea ped pef peg pen pep per pet pfc pfo pft pga pge pgf pgm pgt pgy ph phd
    phi phn phq pi pic pid pie pij pin pip piv pjp pku plc pls plt plz pm pma pmd pmf pmh pmi pmn
    pmr pna pnc pnd pni po poa pob poc pod poh pop pos pov pp ppd ppe pph ppi ppm ppo pps ppv pr
    prc pre pri prn pro prp ps psa psc psg psh psi psp pst psv psw psy pt pta ptc pth pts ptt ptx
    pu pud pus pv pvc pvd pvl pvr px qa qac qam qc qd qft qh qhs qi qid qod qpm qr qrs qs qt qtc
    qty ra rad ram ran rat raw rbc rbs rca rcc rcp rdt rdw rea rec red ref reg rem ren rep req res
    ret rev rfa rhc rhd rib rif rij rip rle rll rlq rls rma rml rmo rn rna ro roi rom rop ros rpg
    rph rpr rr rrr rrt rs rsd rsi rsv rt rta rtc rtw rue rul run ruq rv rvr rvs rx sa sab sad sah
    sal sam sao sar sas sat saw say sba sbe sbo sbp sbr sbt sc scc scd sci sd sdh sdm sds se sea
    sec see sem sen sep set sex sfa sga sgt she sho shs shx si sib sic sid sim sin sip sit six sle
    slp slr slt sma smo smr smx snf sns so sob soc sod som son sos sp spc spo spt sq sr srs ss ssa
    ssg ssi ssn ssp sss sst st std ste sti stk stn str sts stu su sub sud sui sun suv svc svd svg
    svr svt sw swb sx syn sys sz ta tab tac tah tan tap tat tb tba tbd tbi tc tca tcc tcd tcu tdf
    tds tea ted tee tel ten tft tha thc the thr ths ti tia tib tid tie tip tir tiw tka tkr tlc tld
    tma tmd tmj tmp tms tmt tnk to tob toc tod toe tof tol tom ton too top tos tot tp tpa tpn tpo
    tps tri trt ts tsh tsp tst tte ttp ttr tts ttx tub tue tug tur tvh tvs two tx txa txt tz ua ub
    uc ucx ud uds ue uk uln uo uop up upj upt uri urn urr us usa usc use usg uss ut uta utd uti uv
    uvc uvj va vac vaf van vap vas vat vbg vc vcu vd vf vi via vii vip vit vl vmo vna von vp vpa
    vre vs vsd vss vt vta vte vus vw vwf vzv war was way wbc wcc we web wed wet who why wic win wk
    wks wle wn wnl wo wob won wpw wt xa xi xii xl xm xr xrt xs xt xx yes yet yo yob you yr yrs
""")
"""Two and three letters that in capitals are an abbreviation, a word, a state or a service of a
note more often than the initials of a person. Initials that are among them are left, but where
what stands around says that it is somebody."""
