import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { unknownVariables } from '#protocol/base/variables.ts';

/**
 * Names the variables of a text that do not exist, and so would show as they are, below its field;
 * undefined where all do.
 */
export function unknownHint(text: string): ReactNode {
	const unknown = unknownVariables(text).join(' ');
	return unknown ? <Trans>Unknown variables stay as written: {unknown}</Trans> : undefined;
}
