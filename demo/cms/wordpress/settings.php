<?php
/**
 * What the owner of the site chooses, under Settings → Live chat.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

const LIVE_CHAT_WIDGET_OPTION = 'live_chat_widget';

add_action( 'admin_init', 'live_chat_widget_register_settings' );
add_action( 'admin_menu', 'live_chat_widget_add_page' );
add_filter( 'plugin_action_links_' . plugin_basename( __DIR__ . '/live-chat-widget.php' ), 'live_chat_widget_add_link' );

/**
 * Name → label and kind of a setting. Where only some values are possible: those with their labels, of which the first is the
 * default. Where several of some are: these with their labels; they are stored as a text, separated by spaces.
 */
function live_chat_widget_fields() {
	return array(
		'base_url'       => array(
			'label' => __( 'Address of the chat server', 'live-chat-widget' ),
			'hint'  => __( 'Such as https://chat.example, without anything behind it.', 'live-chat-widget' ),
			'type'  => 'url',
		),
		'website_token'  => array(
			'label' => __( 'Website token', 'live-chat-widget' ),
			'hint'  => __( 'The chat server shows it under Settings → Websites.', 'live-chat-widget' ),
			'type'  => 'text',
		),
		'position'       => array(
			'label'  => __( 'Side', 'live-chat-widget' ),
			'values' => array(
				'right' => __( 'Right', 'live-chat-widget' ),
				'left'  => __( 'Left', 'live-chat-widget' ),
			),
		),
		'widget_style'   => array(
			'label'  => __( 'Corners', 'live-chat-widget' ),
			'values' => array(
				'rounded' => __( 'Rounded', 'live-chat-widget' ),
				'flat'    => __( 'Flat', 'live-chat-widget' ),
			),
		),
		'dark_mode'      => array(
			'label'  => __( 'Colors', 'live-chat-widget' ),
			'values' => array(
				'light' => __( 'Light', 'live-chat-widget' ),
				'auto'  => __( 'As the visitor’s device', 'live-chat-widget' ),
				'dark'  => __( 'Dark', 'live-chat-widget' ),
			),
		),
		'language'       => array(
			'label'  => __( 'Language', 'live-chat-widget' ),
			'values' => array(
				'site'    => __( 'As this site', 'live-chat-widget' ),
				'channel' => __( 'As set at the chat server', 'live-chat-widget' ),
			),
		),
		'launcher_title' => array(
			'label' => __( 'Name of the button', 'live-chat-widget' ),
			'hint'  => __( 'Read out to visitors who do not see it. Empty: as set at the chat server.', 'live-chat-widget' ),
			'type'  => 'text',
		),
		'pages'          => array(
			'label'  => __( 'Pages', 'live-chat-widget' ),
			'values' => array(
				'all'    => __( 'All pages', 'live-chat-widget' ),
				'only'   => __( 'Only these', 'live-chat-widget' ),
				'except' => __( 'All but these', 'live-chat-widget' ),
			),
		),
		'paths'          => array(
			'label' => __( 'These paths', 'live-chat-widget' ),
			'hint'  => __( 'Separated by spaces, such as /checkout* /account, where * stands for any characters.', 'live-chat-widget' ),
			'type'  => 'text',
		),
		'kinds'          => array(
			'label' => __( 'These kinds of pages', 'live-chat-widget' ),
			'any'   => wp_list_pluck( get_post_types( array( 'public' => true ), 'objects' ), 'label' ),
		),
		'consent'        => array(
			'label'  => __( 'Consent', 'live-chat-widget' ),
			'hint'   => __( 'Nothing is loaded from the chat server before a visitor has consented to this category. This needs a cookie banner and the plugin WP Consent API; without them the chat does not wait.', 'live-chat-widget' ),
			'values' => array(
				'none'                 => __( 'Does not wait', 'live-chat-widget' ),
				'functional'           => __( 'Functional', 'live-chat-widget' ),
				'preferences'          => __( 'Preferences', 'live-chat-widget' ),
				'statistics-anonymous' => __( 'Anonymous statistics', 'live-chat-widget' ),
				'statistics'           => __( 'Statistics', 'live-chat-widget' ),
				'marketing'            => __( 'Marketing', 'live-chat-widget' ),
			),
		),
		'identity_key'   => array(
			'label' => __( 'Identity key', 'live-chat-widget' ),
			'hint'  => __( 'With it the team sees who of your users is writing, and nobody can pretend to be one. “npm run admin -- identity-key” prints it. It never leaves this server. Empty: everybody is a visitor.', 'live-chat-widget' ),
			'type'  => 'password',
		),
	);
}

/** All settings by name; a text that is not set is ''. */
function live_chat_widget_settings() {
	$stored   = get_option( LIVE_CHAT_WIDGET_OPTION, array() );
	$settings = array();
	foreach ( live_chat_widget_fields() as $name => $field ) {
		$default           = isset( $field['values'] ) ? array_key_first( $field['values'] ) : '';
		$settings[ $name ] = isset( $stored[ $name ] ) ? $stored[ $name ] : $default;
	}
	return $settings;
}

function live_chat_widget_is_set_up( $settings ) {
	return '' !== $settings['base_url'] && '' !== $settings['website_token'];
}

function live_chat_widget_register_settings() {
	register_setting( 'live-chat-widget', LIVE_CHAT_WIDGET_OPTION, array( 'sanitize_callback' => 'live_chat_widget_sanitize' ) );
}

/** What is not acceptable stays as it was, and is said. */
function live_chat_widget_sanitize( $given ) {
	$before = live_chat_widget_settings();
	$after  = array();
	foreach ( live_chat_widget_fields() as $name => $field ) {
		$value = $given[ $name ] ?? '';
		// The fields for several choices are a list in the form.
		$value = isset( $field['any'] ) && is_array( $value ) ? implode( ' ', array_filter( $value, 'is_string' ) ) : $value;
		$value = is_string( $value ) ? trim( $value ) : '';
		if ( 'url' === ( $field['type'] ?? '' ) ) {
			$value = untrailingslashit( $value );
		}
		// A password field comes back empty unless the owner types a new one.
		$is_kept = 'identity_key' === $name && '' === $value && empty( $given['forget_identity_key'] );
		$after[ $name ] = $is_kept ? $before[ $name ] : $value;

		$problem = $is_kept ? '' : live_chat_widget_problem( $field, $value );
		if ( '' !== $problem ) {
			/* translators: 1: name of a setting 2: what is wrong with it */
			add_settings_error( LIVE_CHAT_WIDGET_OPTION, $name, sprintf( __( '%1$s: %2$s', 'live-chat-widget' ), $field['label'], $problem ) );
			$after[ $name ] = $before[ $name ];
		}
	}
	return $after;
}

/** What is wrong with the value, or ''. */
function live_chat_widget_problem( $field, $value ) {
	if ( isset( $field['values'] ) || isset( $field['any'] ) ) {
		$chosen  = isset( $field['any'] ) ? live_chat_widget_words( $value ) : array( $value );
		$unknown = array_diff( $chosen, array_keys( $field['values'] ?? $field['any'] ) );
		return array() === $unknown ? '' : __( 'not one of the choices.', 'live-chat-widget' );
	}
	if ( 'url' !== $field['type'] || '' === $value ) {
		return strlen( $value ) > 255 ? __( 'longer than 255 characters.', 'live-chat-widget' ) : '';
	}
	$parts   = wp_parse_url( $value );
	$is_http = isset( $parts['host'], $parts['scheme'] ) && in_array( $parts['scheme'], array( 'http', 'https' ), true );
	return $is_http && esc_url_raw( $value ) === $value
		? ''
		: __( 'not a web address; it begins with https://', 'live-chat-widget' );
}

function live_chat_widget_add_page() {
	$title = __( 'Live chat', 'live-chat-widget' );
	add_options_page( $title, $title, 'manage_options', 'live-chat-widget', 'live_chat_widget_show_page' );
}

function live_chat_widget_add_link( $links ) {
	$address = admin_url( 'options-general.php?page=live-chat-widget' );
	array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( $address ), esc_html__( 'Settings', 'live-chat-widget' ) ) );
	return $links;
}

function live_chat_widget_show_page() {
	$settings = live_chat_widget_settings();
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<form method="post" action="options.php">
			<?php settings_fields( 'live-chat-widget' ); ?>
			<table class="form-table" role="presentation">
				<?php foreach ( live_chat_widget_fields() as $name => $field ) : ?>
					<tr>
						<th scope="row">
							<?php if ( isset( $field['any'] ) ) : ?>
								<?php echo esc_html( $field['label'] ); ?>
							<?php else : ?>
								<label for="<?php echo esc_attr( $name ); ?>"><?php echo esc_html( $field['label'] ); ?></label>
							<?php endif; ?>
						</th>
						<td><?php live_chat_widget_show_field( $name, $field, $settings[ $name ] ); ?></td>
					</tr>
				<?php endforeach; ?>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

function live_chat_widget_show_field( $name, $field, $value ) {
	$full_name = LIVE_CHAT_WIDGET_OPTION . '[' . $name . ']';
	if ( isset( $field['values'] ) ) {
		live_chat_widget_show_choice( $name, $full_name, $field, $value );
	} elseif ( isset( $field['any'] ) ) {
		live_chat_widget_show_choices( $full_name, $field, live_chat_widget_words( $value ) );
	} else {
		live_chat_widget_show_input( $name, $full_name, $field['type'], $value );
	}
	if ( isset( $field['hint'] ) ) {
		printf( '<p class="description" id="%s-hint">%s</p>', esc_attr( $name ), esc_html( $field['hint'] ) );
	}
	if ( 'password' === ( $field['type'] ?? '' ) && '' !== $value ) {
		printf(
			'<label><input type="checkbox" name="%s[forget_identity_key]" value="1"> %s</label>',
			esc_attr( LIVE_CHAT_WIDGET_OPTION ),
			esc_html__( 'A key is stored. Forget it.', 'live-chat-widget' )
		);
	}
}

function live_chat_widget_show_choice( $name, $full_name, $field, $chosen ) {
	printf(
		'<select id="%s" name="%s" aria-describedby="%s">',
		esc_attr( $name ),
		esc_attr( $full_name ),
		esc_attr( isset( $field['hint'] ) ? $name . '-hint' : '' )
	);
	foreach ( $field['values'] as $value => $label ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $value, $chosen, false ), esc_html( $label ) );
	}
	echo '</select>';
}

function live_chat_widget_show_choices( $full_name, $field, $chosen ) {
	printf( '<fieldset><legend class="screen-reader-text">%s</legend>', esc_html( $field['label'] ) );
	foreach ( $field['any'] as $value => $label ) {
		printf(
			'<label><input type="checkbox" name="%s[]" value="%s"%s> %s</label><br>',
			esc_attr( $full_name ),
			esc_attr( $value ),
			checked( in_array( $value, $chosen, true ), true, false ),
			esc_html( $label )
		);
	}
	echo '</fieldset>';
}

function live_chat_widget_show_input( $name, $full_name, $type, $value ) {
	printf(
		'<input id="%1$s" name="%2$s" type="%3$s" value="%4$s" class="regular-text" aria-describedby="%1$s-hint" autocomplete="%5$s">',
		esc_attr( $name ),
		esc_attr( $full_name ),
		esc_attr( $type ),
		// The key is not told to anybody again, not even to who typed it.
		esc_attr( 'password' === $type ? '' : $value ),
		'password' === $type ? 'new-password' : 'off'
	);
}
