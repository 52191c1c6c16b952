def build(config):
    generator, discriminator = config.generator(), config.discriminator()
    return generator, discriminator
