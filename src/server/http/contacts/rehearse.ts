import { commit, type Services, type WriteScope } from '../../services/services.ts';

/** Ends a transaction of which nothing is to stay. */
class Rehearsed extends Error {
	readonly result: unknown;

	constructor(result: unknown) {
		super('Rehearsed');
		this.result = result;
	}
}

/** Resolves with what `commit` would, stores nothing and tells no one. */
export async function rehearse<T>(
	services: Services,
	scope: WriteScope,
	work: Parameters<typeof commit<T>>[2],
): Promise<T> {
	try {
		return await commit(services, scope, async (repositories, publish): Promise<T> => {
			throw new Rehearsed(await work(repositories, publish));
		});
	} catch (error) {
		// Only the work above makes one.
		if (error instanceof Rehearsed) return error.result as T;
		throw error;
	}
}
