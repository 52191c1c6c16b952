#!/usr/bin/env python
# -*- coding: utf-8 -*-
x = [  # first
    1,  # one
    # between
    2,
]  # last
if x:  # trailing
    # alone
    pass
# end
"# not a comment"
