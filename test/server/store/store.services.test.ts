import { createDatabase } from '../services.ts';
import { describeStore } from './storeContract.ts';

describeStore('postgres', async () => {
	const { options, cleanUp } = await createDatabase();
	return { options: { dataDir: options.dataDir ?? '', databaseUrl: options.databaseUrl }, cleanUp };
});
