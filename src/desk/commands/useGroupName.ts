import { useLingui } from '@lingui/react/macro';
import type { ActionGroup } from './actions.ts';

export function useGroupName(): (group: ActionGroup) => string {
	const { t } = useLingui();
	return (group) => {
		switch (group) {
			case 'conversations':
				return t`Conversations`;
			case 'conversation':
				return t`Conversation`;
			case 'availability':
				return t`Availability`;
			case 'desk':
				return t`Agent desk`;
		}
	};
}
