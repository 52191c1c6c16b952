#!/usr/bin/env bash
# Keeps one comment on the pull request $PULL_REQUEST of $GITHUB_REPOSITORY up to date: the text of the file $1, or no comment
# when the file is empty. A comment of an earlier run is found by its first line. It needs gh, and GH_TOKEN with the
# permission pull-requests: write; without that the run goes on, and says so.
set -euo pipefail
text=$1
mark="<!-- trainlint: this comment is kept up to date -->"
[ -n "${PULL_REQUEST:-}" ] && [ -f "$text" ] || exit 0
comments=repos/$GITHUB_REPOSITORY/issues

failed() {
  echo "::notice title=trainlint::the pull request has no comment: the job needs the permission pull-requests: write"
  exit 0
}

# Only a comment that a bot wrote is touched, whoever quotes the mark.
old=$(gh api --paginate "$comments/$PULL_REQUEST/comments?per_page=100" \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id" | head -n 1) || failed
if [ -s "$text" ]; then
  if [ -n "$old" ]; then
    gh api --silent --method PATCH "$comments/comments/$old" --field "body=@$text" || failed
  else
    gh api --silent --method POST "$comments/$PULL_REQUEST/comments" --field "body=@$text" || failed
  fi
elif [ -n "$old" ]; then
  gh api --silent --method DELETE "$comments/comments/$old" || failed
fi
