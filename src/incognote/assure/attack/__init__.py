"""The attack on our own output: what readers who know other things make of released notes.

| reader | knows | module |
|---|---|---|
| of originals | which mentions speak of the same person | `missed_names` |
| of missed dates | how far dates of such notes lie from their notes' own | `missed_dates` |
| of the census | how many people are of an age, a sex, a trade | `traits`, `population` |
| of the calendar | how dates move, seasons, feasts, one true date | `moved_dates` |
| of other notes | the originals of other notes of the same patients | `links` |

All see the output alone and are measured against the originals. `record` puts what they found into
one file without text or ids, for tables and for the packet.
"""
