import { useLingui } from '@lingui/react/macro';
import type { Priority } from '#protocol/entities/entities.ts';

/** As agents choose from them. */
export const PRIORITIES: readonly (Priority | undefined)[] = ['urgent', 'high', 'medium', 'low', undefined];

/** Answers a function that names a priority, or that there is none. */
export function usePriorityName(): (priority: Priority | undefined) => string {
	const { t } = useLingui();
	return (priority) => {
		switch (priority) {
			case 'urgent':
				return t({ message: 'Urgent', context: 'priority' });
			case 'high':
				return t({ message: 'High', context: 'priority' });
			case 'medium':
				return t({ message: 'Medium', context: 'priority' });
			case 'low':
				return t({ message: 'Low', context: 'priority' });
			case undefined:
				return t({ message: 'None', context: 'priority' });
		}
	};
}
