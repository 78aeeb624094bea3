# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Runs the tests of this folder and prints TAP: python3 tap.py [NAME...]"""

import os
import sys
import unittest


class TapResult(unittest.TestResult):
    def _line(self, status, test, after=""):
        print("%s %d - %s%s" % (status, self.testsRun, test.id(), after), flush=True)

    def _failed(self, test, err):
        self._line("not ok", test, " %s" % (getattr(test, "case", ""),))  # the sizes in hand
        for line in self._exc_info_to_string(err, test).splitlines():
            print("#", line)

    def addSuccess(self, test):
        self._line("ok", test)

    def addSkip(self, test, reason):
        self._line("ok", test, " # SKIP " + reason)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failed(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._failed(test, err)


folder = os.path.dirname(os.path.abspath(__file__))
if sys.argv[1:]:
    sys.path.insert(0, folder)
    suite = unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:])
else:
    suite = unittest.defaultTestLoader.discover(folder)
result = TapResult()
suite.run(result)
print("1..%d" % result.testsRun)
sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
