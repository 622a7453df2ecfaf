/** What the host does about the messages that few frames send. Loaded with the first of them. */
import { decodeMessage } from '#protocol/frame/frameMessages.ts';
import { RareToHost } from '#protocol/frame/rareToHost.ts';
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';
import { answerFrame } from './askPage.ts';
import { endUser, renewIdentity } from './identityProvider.ts';
import { handleNotifications } from './notifications.ts';
import { tellHappening } from './tellHappening.ts';

/** Answers whether it is such a message. */
export function handleLate(frame: Frame, host: HostApi, data: unknown): boolean {
	const message = decodeMessage(RareToHost, data);
	if (message?.event === 'notifications') handleNotifications(frame, host, message);
	else if (message?.event === 'identityExpired') renewIdentity(host);
	else if (message?.event === 'signedOut') endUser(host);
	else if (message?.event === 'happened') tellHappening(frame, host, message);
	else if (message) void answerFrame(frame, host, message);
	return message !== undefined;
}
