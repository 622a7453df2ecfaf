import { useLingui } from '@lingui/react/macro';

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** Answers a function that writes a number of bytes in the interface language. */
export function useFileSize(): (bytes: number) => string {
	const { i18n } = useLingui();
	return (bytes) => {
		const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
		const unit = UNITS[step] ?? 'byte';
		return i18n.number(bytes / 1024 ** step, {
			style: 'unit',
			unit,
			unitDisplay: step === 0 ? 'long' : 'short',
			maximumFractionDigits: step === 2 ? 1 : 0,
		});
	};
}
