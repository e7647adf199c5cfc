"""Questions turned around: marked notes with other values at the places of their gold marks.

A question (`questions.Question`) picks places and has groups; a group puts a value of its own at
each of them, so that every group is asked about the same places of the same notes and differs in
nothing else. What the system makes of them is weighed in `assure/probe.py`.
"""

from incognote.lab.probe.questions import Group, Question, all_questions, answers, ask, places_of

__all__ = ["Group", "Question", "all_questions", "answers", "ask", "places_of"]
