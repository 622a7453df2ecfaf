import { useLingui } from '@lingui/react/macro';

/**
 * Answers a function that names a device, of which the server says browser and system in English:
 * `Firefox on Linux`.
 */
export function useDeviceName(): (device: string) => string {
	const { t } = useLingui();
	return (device) => {
		const [browser, system] = device.split(' on ').filter((part) => part !== 'Unknown');
		if (browser === undefined) return t`Unknown device`;
		return system === undefined ? browser : t`${browser} on ${system}`;
	};
}
