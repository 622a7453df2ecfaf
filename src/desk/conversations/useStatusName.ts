import { useLingui } from '@lingui/react/macro';
import type { View } from './view.ts';

/** Answers a function that names the conversations of a status, or of all. */
export function useStatusName(): (status: View['status']) => string {
	const { t } = useLingui();
	return (status) => {
		switch (status) {
			case 'open':
				return t({ message: 'Open', context: 'conversations' });
			case 'pending':
				return t({ message: 'Pending', context: 'conversations' });
			case 'snoozed':
				return t({ message: 'Snoozed', context: 'conversations' });
			case 'resolved':
				return t({ message: 'Resolved', context: 'conversations' });
			case 'all':
				return t`Any status`;
		}
	};
}
