import type { CallProvider } from './callProvider.ts';
import { createDyteCalls } from './dyteCalls.ts';
import { createRoomCalls } from './roomCalls.ts';

export type CallSettings =
	| { provider: 'jitsi'; url: string | undefined }
	| { provider: 'dyte'; url: string | undefined; organizationId: string; apiKey: string };

export function createCalls(settings: CallSettings): CallProvider {
	return settings.provider === 'jitsi' ? createRoomCalls(settings) : createDyteCalls(settings);
}
