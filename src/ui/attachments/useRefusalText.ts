import { useLingui } from '@lingui/react/macro';
import { useFileSize } from './useFileSize.ts';

/**
 * Answers a function that says why a file is refused; `GONE` is a file that is no longer on this
 * device.
 * @param maximum bytes that a file may have
 */
export function useRefusalText(maximum: number): (failure: 'TOO_BIG' | 'TYPE_NOT_SUPPORTED' | 'GONE') => string {
	const { t } = useLingui();
	const limit = useFileSize()(maximum);
	const texts = {
		TOO_BIG: t`File exceeds the ${limit} attachment limit`,
		TYPE_NOT_SUPPORTED: t`Files of this type cannot be sent`,
		GONE: t`This file is no longer on this device`,
	};
	return (failure) => texts[failure];
}
