import { useLingui } from '@lingui/react/macro';
import type { FilterKind, FilterOperator } from '#protocol/application/filters/conditions.ts';

/** Answers a function that says how a field of a kind is compared. */
export function useOperatorName(): (operator: FilterOperator, kind: FilterKind | undefined) => string {
	const { t } = useLingui();
	return (operator, kind) => {
		switch (operator) {
			case 'equal_to':
				return t({ message: 'is', context: 'condition' });
			case 'not_equal_to':
				return t({ message: 'is not', context: 'condition' });
			case 'contains':
				return t({ message: 'contains', context: 'condition' });
			case 'does_not_contain':
				return t({ message: 'does not contain', context: 'condition' });
			case 'starts_with':
				return t({ message: 'starts with', context: 'condition' });
			case 'is_present':
				return t({ message: 'has a value', context: 'condition' });
			case 'is_not_present':
				return t({ message: 'has no value', context: 'condition' });
			case 'is_greater_than':
				return kind === 'date'
					? t({ message: 'after', context: 'condition' })
					: t({ message: 'more than', context: 'condition' });
			case 'is_less_than':
				return kind === 'date'
					? t({ message: 'before', context: 'condition' })
					: t({ message: 'less than', context: 'condition' });
			case 'days_before':
				return t({ message: 'more than so many days ago', context: 'condition' });
		}
	};
}
