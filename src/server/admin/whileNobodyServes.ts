import { SettingError } from '../base/settings.ts';
import { holdServing } from '../store/engines/serving.ts';

/** Does the work while no server can start on DATA_DIR. @param why what would happen otherwise */
export async function whileNobodyServes<T>(dataDir: string, why: string, work: () => Promise<T>): Promise<T> {
	const giveUp = holdServing(dataDir);
	if (!giveUp) throw new SettingError(`Stop the server first: ${why}`);
	try {
		return await work();
	} finally {
		giveUp();
	}
}
