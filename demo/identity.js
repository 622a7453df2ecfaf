/**
 * A real shop's server answers with the signature when a customer signs in: the lower-case hex HMAC-SHA256 of the identifier
 * under the channel's key (`npm run admin -- identity-key`). These two were made like that, with the demo's key.
 */
const CUSTOMERS = {
	mia: {
		identifier: 'customer-1',
		name: 'Mia Berg',
		email: 'mia@example.com',
		identifier_hash: 'd2d4eda4fe68469a7e38e994b34404442fc2cbacdcd116a9813efebffac71643',
	},
	jonas: {
		identifier: 'customer-2',
		name: 'Jonas Vik',
		email: 'jonas@example.com',
		identifier_hash: '53b2afb2104d5363ff0ae2c2f048798ee7b76a30d4e1fe9673b4632af4cf6b93',
	},
};

const widget = document.querySelector('live-chat-widget');
const output = document.querySelector('output');

document.querySelector('.accounts').addEventListener('click', ({ target }) => {
	if (target instanceof HTMLButtonElement) void signIn(CUSTOMERS[target.value]);
});

/** @param customer undefined: signs out */
async function signIn(customer) {
	try {
		if (customer) {
			const { identifier, ...user } = customer;
			await widget.setUser(identifier, user);
			output.textContent = `${user.name} is signed in.`;
		} else {
			await widget.reset();
			output.textContent = 'No one is signed in.';
		}
	} catch (error) {
		output.textContent = `That was refused: ${error.message}`;
	}
}
