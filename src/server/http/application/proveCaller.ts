import { isFromFreshLink } from '../../domain/setPassword.ts';
import type { Services } from '../../services/services.ts';
import type { Credential } from '../../store/credentials.ts';
import type { User } from '../../store/schema.ts';
import { signInLimits } from '../rateLimits.ts';
import { limitAttempts } from './limitAttempts.ts';

interface Proof {
	by: Credential;
	/** The current password, or ''. */
	password: string;
	ip: string;
}

/**
 * Whether the caller proves to be the person: a stolen session or token alone must not be enough to change what the person signs in
 * with. Throws RetryLater where too many passwords were wrong.
 */
export async function proveCaller(services: Services, user: User, { by, password, ip }: Proof): Promise<boolean> {
	const { store, passwordHasher } = services;
	if (await isFromFreshLink(store, user.id, by)) return true;
	const hash = await store.passwords.findHash(user.id);
	const verify = async () => (await passwordHasher.verify(password, hash)) || undefined;
	return (await limitAttempts(services, signInLimits(ip, user.email), verify)) === true;
}
