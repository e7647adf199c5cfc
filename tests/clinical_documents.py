"""A C-CDA document with the shapes of the published specification and invented people."""

from __future__ import annotations

import base64

RTF = rb"{\rtf1\ansi Ms. Mar{\b ia} Delgado was seen by Dr. Joyce Okafor on 3/14/2019.\par}"

HEADER = """\
<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>
<!-- printed for Maria Delgado -->
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <realmCode code="US"/>
  <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>
  <id root="1.3.6.1.4.1.99999.7" extension="DOC-00482913-77"/>
  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1"
    displayName="Summarization of Episode Note"/>
  <title>Discharge summary of Maria Delgado</title>
  <effectiveTime value="20190314101500-0500"/>
  <confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/>
  <languageCode code="en-US"/>
  <setId root="5b1a9c5e-9d3a-4d3f-9a61-0c2f3f1f7a11"/>
  <versionNumber value="1"/>
  <recordTarget><patientRole>
    <id extension="00482913" root="1.3.6.1.4.1.99999.1" assigningAuthorityName="Mercy General"/>
    <id extension="078-05-1120" root="2.16.840.1.113883.4.1"/>
    <addr use="HP"><streetAddressLine>18 Alder Row</streetAddressLine><city>Leadville</city>
      <state>OH</state><postalCode>44107</postalCode><country>US</country></addr>
    <telecom use="HP" value="tel:+1(216)555-0143"/>
    <telecom value="mailto:m.delgado@example.org"/>
    <patient>
      <name use="L"><prefix>Ms.</prefix><given>Maria</given><given>Luz</given>
        <family>Delgado</family></name>
      <administrativeGenderCode code="F" codeSystem="2.16.840.1.113883.5.1" displayName="Female"/>
      <birthTime value="19610819"/>
      <maritalStatusCode code="M" codeSystem="2.16.840.1.113883.5.2"/>
      <sdtc:raceCode code="2106-3" codeSystem="2.16.840.1.113883.6.238"/>
      <guardian><code code="GRMTH"/><telecom value="tel:216.555.0188"/>
        <guardianPerson><name><given>Ana</given><family>Ferro</family></name></guardianPerson>
      </guardian>
      <birthplace><place><addr><city>Sligo</city><country>IE</country></addr></place></birthplace>
      <languageCommunication><languageCode code="en"/><preferenceInd value="true"/>
      </languageCommunication>
    </patient>
    <providerOrganization><id root="2.16.840.1.113883.4.6" extension="1245319599"/>
      <name>Mercy General Hospital</name><telecom value="tel:+1(216)555-0100"/>
      <addr><streetAddressLine>1 Quarry Road</streetAddressLine><city>Leadville</city></addr>
    </providerOrganization>
  </patientRole></recordTarget>
  <author><time value="201903141015"/><assignedAuthor>
    <id extension="99887766" root="2.16.840.1.113883.4.6"/>
    <assignedPerson><name><prefix>Dr.</prefix><given>Joyce</given><family>Okafor</family>
      <suffix>MD</suffix></name></assignedPerson>
    <representedOrganization><name>Mercy General Hospital</name></representedOrganization>
  </assignedAuthor></author>
  <custodian><assignedCustodian><representedCustodianOrganization>
    <id root="1.3.6.1.4.1.99999.2"/><name>Mercy General Hospital</name>
  </representedCustodianOrganization></assignedCustodian></custodian>
  <legalAuthenticator><time value="20190315"/><signatureCode code="S"/>
    <sdtc:signatureText mediaType="text/xml" representation="B64">TWFyaWE=</sdtc:signatureText>
    <assignedEntity><id extension="99887766" root="2.16.840.1.113883.4.6"/>
      <assignedPerson><name>Joyce Okafor, MD</name></assignedPerson></assignedEntity>
  </legalAuthenticator>
  <participant typeCode="IND"><associatedEntity classCode="PRS"><code code="HUSB"/>
    <associatedPerson><name><given>Emil</given>
      <given qualifier="CL">Milo</given><family>Brandt</family></name></associatedPerson>
  </associatedEntity></participant>
  <documentationOf><serviceEvent classCode="PCPR"><effectiveTime><low value="20190310"/>
    <high nullFlavor="UNK"/></effectiveTime></serviceEvent></documentationOf>
  <componentOf><encompassingEncounter><id extension="V00071832" root="1.3.6.1.4.1.99999.3"/>
    <effectiveTime><low value="201903101200"/><high value="201903141015"/></effectiveTime>
    <location><healthCareFacility><location><name>Mercy General Hospital</name></location>
    </healthCareFacility></location></encompassingEncounter></componentOf>
"""
BODY = """\
  <component><structuredBody>
    <component><section>
      <templateId root="2.16.840.1.113883.10.20.22.2.5.1"/>
      <code code="11450-4" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC"
        displayName="Problem list"/>
      <title>Problems</title>
      <text>
        <table border="1" width="100%"><thead><tr><th>Problem</th><th>Noted by</th></tr></thead>
        <tbody><tr ID="problem1"><td ID="problem1name">Asthma &amp; eczema</td>
          <td>Dr. Joyce Okafor</td></tr></tbody></table>
        <paragraph>Mar<content styleCode="Bold">ia</content> Delgado's husband Emil Brandt
          called on 3/14/2019<sup>1</sup>.<br/>BP 120/80.</paragraph>
        <list><item>Lives at 18 Alder Row.</item><item ID="delgado-2">Sees Ana Ferro.</item></list>
        <linkHtml href="mailto:m.delgado@example.org">Write</linkHtml>
        <paragraph><![CDATA[Maria Delgado < 70 kg]]></paragraph>
      </text>
      <entry typeCode="DRIV"><observation classCode="OBS" moodCode="EVN">
        <id root="5b1a9c5e-9d3a-4d3f-9a61-0c2f3f1f7a12"/>
        <code code="64572001" codeSystem="2.16.840.1.113883.6.96" displayName="Condition">
          <originalText><reference value="#problem1name"/></originalText></code>
        <text>Asthma of Maria Delgado <reference value="#delgado-2"/></text>
        <statusCode code="completed"/>
        <effectiveTime><low value="2011"/></effectiveTime>
        <value xsi:type="CD" code="195967001" codeSystem="2.16.840.1.113883.6.96"
          codeSystemName="SNOMED CT" displayName="Asthma"/>
        <author><time value="20190311"/><assignedAuthor><id nullFlavor="NI"/><assignedPerson>
          <name>Okafor, Joyce</name></assignedPerson></assignedAuthor></author>
        <entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN">
          <code code="445518008"/><value xsi:type="PQ" value="57" unit="a"/></observation>
        </entryRelationship>
        <entryRelationship typeCode="REFR"><observation classCode="OBS" moodCode="EVN">
          <code code="11323-3"/><value xsi:type="ST">Maria Delgado feels well</value>
          <referenceRange><observationRange><value xsi:type="IVL_PQ"><low value="1.5" unit="g/L"/>
          </value></observationRange></referenceRange></observation></entryRelationship>
      </observation></entry>
      <entry><supply classCode="SPLY" moodCode="EVN"><participant typeCode="LOC"><participantRole>
        <playingEntity classCode="PLC"><name>Quarry Road Pharmacy</name></playingEntity>
        </participantRole></participant><product><manufacturedProduct><manufacturedMaterial>
        <code code="314077"/><name>Lisinopril 20 mg tablet</name>
        <lotNumberText>LOT-77A</lotNumberText>
        </manufacturedMaterial></manufacturedProduct></product></supply></entry>
    </section></component>
  </structuredBody></component>
</ClinicalDocument>
"""
STRUCTURED = HEADER + BODY
NON_XML = (
    HEADER
    + '<component><nonXMLBody><text mediaType="application/rtf" representation="B64">'
    + base64.encodebytes(RTF).decode()
    + "</text></nonXMLBody></component></ClinicalDocument>\n"
)
PLAIN = (
    HEADER
    + '<component><nonXMLBody><text mediaType="text/plain">Ms. Maria Delgado &amp; Emil Brandt\n'
    + "seen  by Dr. Okafor.</text></nonXMLBody></component></ClinicalDocument>\n"
)
GONE = (
    *(
        "maria",
        "luz",
        "delgado",
        "okafor",
        "joyce",
        "ferro",
        "emil",
        "milo",
        "brandt",
        "mercy general",
    ),
    *(
        "mercy general",
        "00482913",
        "078-05-1120",
        "99887766",
        "1245319599",
        "v00071832",
        "1.4.1.99999",
    ),
    *(
        "alder",
        "quarry",
        "leadville",
        "44107",
        "555-0143",
        "555.0188",
        "555-0100",
        "m.delgado",
        "sligo",
    ),
    *("sligo", "19610819", "201903", "3/14/2019", "5b1a9c5e", "lot-77a"),
)
"""What may stand in no output under the policy `all`, in small letters."""
