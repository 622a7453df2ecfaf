<?php
/** What the owner of the site chooses, under Settings → Live chat. */

defined( 'ABSPATH' ) || exit;

const LIVE_CHAT_WIDGET_OPTION = 'live_chat_widget';

add_action( 'admin_init', 'live_chat_widget_register_settings' );
add_action( 'admin_menu', 'live_chat_widget_add_page' );
add_filter( 'plugin_action_links_' . plugin_basename( __DIR__ . '/live-chat-widget.php' ), 'live_chat_widget_add_link' );

/** Name → label, default and, where only some values are possible, those with their labels. The first of them is the default. */
function live_chat_widget_fields() {
	return array(
		'base_url'       => array(
			'label' => __( 'Address of the chat server', 'live-chat-widget' ),
			'hint'  => __( 'Such as https://chat.example, without anything behind it.', 'live-chat-widget' ),
			'type'  => 'url',
		),
		'website_token'  => array(
			'label' => __( 'Website token', 'live-chat-widget' ),
			'hint'  => __( 'Names the channel; the chat server printed it when the channel was made.', 'live-chat-widget' ),
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
			'label'  => __( 'Colours', 'live-chat-widget' ),
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
		'identity_key'   => array(
			'label' => __( 'Identity key', 'live-chat-widget' ),
			'hint'  => __( 'With it the team sees who of your users is writing, and nobody can pretend to be one. “npm run admin -- identity-key” prints it. It never leaves this server. Empty: everybody is a visitor.', 'live-chat-widget' ),
			'type'  => 'password',
		),
	);
}

/** All settings by name; a text that is not set is ''. */
function live_chat_widget_settings() {
	$stored = get_option( LIVE_CHAT_WIDGET_OPTION, array() );
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
		$value = isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
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
	if ( isset( $field['values'] ) ) {
		return isset( $field['values'][ $value ] ) ? '' : __( 'not one of the choices.', 'live-chat-widget' );
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
							<label for="<?php echo esc_attr( $name ); ?>"><?php echo esc_html( $field['label'] ); ?></label>
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
		printf( '<select id="%s" name="%s">', esc_attr( $name ), esc_attr( $full_name ) );
		foreach ( $field['values'] as $choice => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $choice, $value, false ), esc_html( $label ) );
		}
		echo '</select>';
		return;
	}
	$is_secret = 'password' === $field['type'];
	printf(
		'<input id="%1$s" name="%2$s" type="%3$s" value="%4$s" class="regular-text" aria-describedby="%1$s-hint" autocomplete="%5$s">',
		esc_attr( $name ),
		esc_attr( $full_name ),
		esc_attr( $field['type'] ),
		// The key is not told to anybody again, not even to who typed it.
		esc_attr( $is_secret ? '' : $value ),
		$is_secret ? 'new-password' : 'off'
	);
	printf( '<p class="description" id="%s-hint">%s</p>', esc_attr( $name ), esc_html( $field['hint'] ) );
	if ( $is_secret && '' !== $value ) {
		printf(
			'<label><input type="checkbox" name="%s[forget_identity_key]" value="1"> %s</label>',
			esc_attr( LIVE_CHAT_WIDGET_OPTION ),
			esc_html__( 'A key is stored. Forget it.', 'live-chat-widget' )
		);
	}
}
