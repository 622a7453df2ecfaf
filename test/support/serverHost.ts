/** The process of hosted servers (`hostedServer.ts`): starts and stops them as its parent asks. */
import { start, type RunningServer } from '../../src/server/run.ts';
import type { Answered, Asked } from './hostedServer.ts';
import { serverArguments } from './serverConfig.ts';

const servers = new Map<string, RunningServer>();

process.on('disconnect', () => process.exit());
process.on('message', (asked: Asked) => {
	const answer = (facts: Omit<Answered, 'id'>) => process.send?.({ id: asked.id, ...facts });
	perform(asked).then(
		(origin) => answer({ origin }),
		(error: unknown) => answer({ origin: '', error: String(error) }),
	);
});

/** Answers the server's origin. */
async function perform(asked: Asked): Promise<string> {
	if ('stop' in asked) {
		await servers.get(asked.stop)?.close();
		servers.delete(asked.stop);
		return asked.stop;
	}
	const { environment, pace } = asked;
	const server = await start(...serverArguments(environment, pace));
	servers.set(server.origin, server);
	return server.origin;
}
