import type { UserSender } from '#protocol/entities/entities.ts';

/** The agent who answers in the tests. */
export const ADA: UserSender = {
	id: 5,
	name: 'Ada Lovelace',
	available_name: 'Ada',
	avatar_url: '',
	type: 'user',
	availability_status: 'online',
	thumbnail: '',
};
