import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { answerDeparture, departureAtom } from '../common/leaving.ts';
import { QuestionDialog } from '../common/QuestionDialog.tsx';

/** Asks before the agent leaves a form in which something is not saved. */
export function LeaveDialog() {
	const departure = useAtomValue(departureAtom);
	const answer = useSetAtom(answerDeparture);
	if (!departure) return null;
	return (
		<QuestionDialog
			title={<Trans>Your changes are not saved</Trans>}
			yes={<Trans>Discard changes</Trans>}
			onYes={() => answer(true)}
			no={<Trans>Continue editing</Trans>}
			onNo={() => answer(false)}
		/>
	);
}
