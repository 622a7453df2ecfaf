import { isFromFreshLink } from '../../domain/people/setPassword.ts';
import type { Services } from '../../services/services.ts';
import type { Credential } from '../../store/people/credentials.ts';
import type { User } from '../../store/tables/schema.ts';
import { invalid } from '../routing/httpError.ts';
import { knownDeviceLimits } from '../routing/rateLimits.ts';
import { limitAttempts } from './limitAttempts.ts';

interface Proof {
	by: Credential;
	/** The current password, or ''. */
	password: string;
}

/**
 * Whether the caller proves to be the person: a stolen session or token alone must not be enough to
 * change what the person signs in with, or to make a token that outlasts it. Throws RetryLater
 * where too many passwords were wrong.
 */
export async function proveCaller(services: Services, user: User, { by, password }: Proof): Promise<boolean> {
	const { store, passwordHasher } = services;
	if (await isFromFreshLink(store, user.id, by)) return true;
	const hash = await store.passwords.findHash(user.id);
	const verify = async () => (await passwordHasher.verify(password, hash)) || undefined;
	return (await limitAttempts(services, knownDeviceLimits(`${by.kind} ${by.id}`), verify)) === true;
}

/** Throws the refusal of a caller who does not prove that. */
export async function requireProof(
	services: Services,
	user: User,
	by: Credential,
	{ current_password: password = '' }: { current_password?: string | undefined },
): Promise<void> {
	if (!(await proveCaller(services, user, { by, password })))
		throw invalid('Invalid current password', ['current_password']);
}
